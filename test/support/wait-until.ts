import { setTimeout as sleep } from 'node:timers/promises';

/** Less than the time limit of a test, so that the failure names what did not happen. */
const TIMEOUT_MS = 100_000;
/** Short, because the effect happens in this process. */
const PAUSE_MS = 1;

/** Waits for an effect of real sockets in this process. @throws naming `what` when it doesn't come */
export async function waitUntil(
  condition: () => boolean,
  what = condition.toString(),
): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`did not happen: ${what}`);
    await sleep(PAUSE_MS);
  }
}
