/** Waits for something that real sockets bring about; the test's own time limit ends it. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(setImmediate);
}
