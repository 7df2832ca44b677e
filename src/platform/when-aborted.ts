/**
 * A promise that rejects with the signal's reason, for `Promise.race`. It listens as long as the signal exists, so give it signals of
 * one request.
 */
export const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
