const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Delays the first signal to end the process until `work` is done, so that a key that was created is also written. A
 * second signal ends the process at once.
 */
export async function deferSignals<T>(work: () => Promise<T>): Promise<T> {
  let received: NodeJS.Signals | undefined;
  const hold = (signal: NodeJS.Signals): void => {
    received = signal;
    release();
  };
  const release = (): void => SIGNALS.forEach((signal) => process.off(signal, hold));
  SIGNALS.forEach((signal) => process.on(signal, hold));
  try {
    return await work();
  } finally {
    release();
    if (received) process.kill(process.pid, received);
  }
}
