/** A little less than a test may take, so that what is told in the end is what did not come. */
const PATIENCE_MS = 100_000;

/** Waits for something that real sockets bring about. Throws, naming `what`, when it doesn't come. */
export async function until(condition: () => boolean, what = condition.toString()): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`never came true: ${what}`);
    await new Promise(setImmediate);
  }
}
