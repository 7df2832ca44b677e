const INTERVAL_MS = 250;

/**
 * Ends this process with SIGTERM when the npm that started it has ended. npm sends its signals to a shell in between,
 * and some shells don't pass them on: the service would keep running.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, INTERVAL_MS);
  timer.unref();
}
