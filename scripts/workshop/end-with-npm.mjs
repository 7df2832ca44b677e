const LOOK_MS = 250;

/**
 * Ends this process as SIGTERM would when the npm that started it is gone. npm hands its signals to a shell in between,
 * and some shells keep them to themselves: the service would live on with nobody to end it.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const shell = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(look);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS);
  look.unref();
}
