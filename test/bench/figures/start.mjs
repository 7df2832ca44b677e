import { setTimeout as sleep } from 'node:timers/promises';
import { ask, inTurns, median } from '../measure.mjs';

const ROUNDS = 5;

/** From the start of the process to the first 200, on an empty data folder: the tables are made on the way. */
export async function start(stage) {
  const firstAnswer = async (program, path) => {
    for (;;) {
      const answered = await ask(program.url + path).catch(() => null);
      if (answered) break;
      await sleep(2);
    }
    const ms = performance.now() - program.startedAt;
    await program.end();
    return ms;
  };
  const times = await inTurns(ROUNDS, {
    kinora: async () => firstAnswer(await stage.kinora(), '/api/health/live'),
    nest: async () => firstAnswer(await stage.reference('bare-nest'), '/hello'),
  });
  return [
    {
      name: 'start to first answer',
      unit: 'ms',
      figure: median(times.kinora),
      reference: median(times.nest),
      against: 'bare Nest + Express',
      ratio: median(times.kinora) / median(times.nest),
      aim: { figure: 1100 },
      raw: { starts: times.kinora.map(Math.round) },
    },
  ];
}
