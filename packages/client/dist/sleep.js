/** Waits so many milliseconds. Rejects with the signal's reason when it aborts. */
export function sleep(ms, signal) {
    return new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        const timer = setTimeout(() => {
            signal?.removeEventListener('abort', abort);
            resolve();
        }, ms);
        const abort = () => {
            clearTimeout(timer);
            reject(signal?.reason);
        };
        signal?.addEventListener('abort', abort, { once: true });
    });
}
