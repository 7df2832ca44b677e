import { setTimeout as sleep } from 'node:timers/promises';

type Nothing = null | undefined | false;

/** Asks until there is an answer: for what becomes true elsewhere. The test's own time limit is the limit. */
export async function eventually<T>(ask: () => Promise<T | Nothing>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    await sleep(15);
  }
}
