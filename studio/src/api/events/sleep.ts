/**
 * Waits so many ms (`null`: for ever). Ends early when `signal` aborts, the computer is online again or the tab comes
 * into view.
 */
export function sleep(ms: number | null, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const woken = new AbortController();
    const timer = ms === null ? undefined : setTimeout(wake, ms);
    function wake(): void {
      clearTimeout(timer);
      woken.abort();
      resolve();
    }
    if (signal.aborted) {
      wake();
      return;
    }
    signal.addEventListener('abort', wake, { signal: woken.signal });
    addEventListener('online', wake, { signal: woken.signal });
    document.addEventListener('visibilitychange', () => !document.hidden && wake(), {
      signal: woken.signal,
    });
  });
}
