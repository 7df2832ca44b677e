import { setTimeout as sleep } from 'node:timers/promises';

type Nothing = null | undefined | false;

const FIRST_PAUSE_MS = 10;
const MAX_PAUSE_MS = 250;
/** Less than the time limit of a test, so that the failure names what did not happen. */
const TIMEOUT_MS = 150_000;

/** Polls until there is an answer, for what happens in another process. @throws naming `what` when there is none */
export async function eventually<T>(
  ask: () => Promise<T | Nothing>,
  what = ask.toString(),
): Promise<T> {
  const end = performance.now() + TIMEOUT_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(MAX_PAUSE_MS, pause * 1.5)) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    if (performance.now() > end) throw new Error(`did not happen: ${what}`);
    await sleep(pause);
  }
}
