import { setTimeout as sleep } from 'node:timers/promises';

type Nothing = null | undefined | false;

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 250;

/** Asks until there is an answer: for what becomes true elsewhere. The test's own time limit is the limit. */
export async function eventually<T>(ask: () => Promise<T | Nothing>): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 1.5)) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    await sleep(pause);
  }
}
