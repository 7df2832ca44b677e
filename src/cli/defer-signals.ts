const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Finishes `work` when it is asked to end meanwhile, and ends then: a key that is made but not yet written would be
 * lost. Who asks twice means it.
 */
export async function deferSignals<T>(work: () => Promise<T>): Promise<T> {
  let asked: NodeJS.Signals | undefined;
  const hold = (signal: NodeJS.Signals): void => {
    asked = signal;
    release();
  };
  const release = (): void => SIGNALS.forEach((signal) => process.off(signal, hold));
  SIGNALS.forEach((signal) => process.on(signal, hold));
  try {
    return await work();
  } finally {
    release();
    if (asked) process.kill(process.pid, asked);
  }
}
