const PATIENCE_MS = 20_000;

/** Waits for something that real sockets bring about. Throws, naming `what`, when it doesn't come. */
export async function until(condition: () => boolean, what = condition.toString()): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`never came true: ${what}`);
    await new Promise(setImmediate);
  }
}
