import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ended, online, request, submit as send } from '../jobs.mjs';
import { ask, inTurns, percentile } from '../measure.mjs';

const WARM_UP = 15;
const PAIRS = 60;

/** What a commit writes, about. */
const COMMIT = Buffer.alloc(32 * 1024, 1);

/**
 * How much longer a caller waits for Kinora's yes than for the node's own, for the same graph. The job is on the disk
 * by then: one flush of it is in the figure.
 */
export async function submit(stage) {
  const node = await stage.simulator();
  const kinora = await stage.kinora({ nodes: [node.url] });
  await online(kinora);

  const through = async () => {
    const { json, ms } = await send(kinora, request());
    if (json.number === undefined) throw new Error('the node was not asked');
    await ended(kinora, json.prompt_id);
    return ms;
  };
  const direct = async () => {
    const { json } = await send(kinora, request({ submit: false }));
    const prompt = { prompt: json.graph, prompt_id: randomUUID(), client_id: randomUUID() };
    const { ms } = await ask(`${node.url}/prompt`, prompt);
    await idle(node);
    return ms;
  };
  const file = await open(join(stage.folder, 'flushed'), 'w');
  const flush = async () => {
    const start = performance.now();
    await file.write(COMMIT);
    await file.datasync();
    return performance.now() - start;
  };
  await inTurns(WARM_UP, { through, direct, flush });
  const times = await inTurns(PAIRS, { through, direct, flush });
  await file.close();
  const added = times.through.map((ms, pair) => ms - times.direct[pair]);
  return [0.5, 0.95].map((share) => ({
    name: `submit: added latency, p${share * 100}`,
    unit: 'ms',
    figure: percentile(added, share),
    reference: percentile(times.direct, share),
    against: 'POST /prompt to the same node',
    ...(share === 0.5 ? { aim: { figure: 10 } } : {}),
    raw: {
      through: percentile(times.through, share),
      'one flush of the disk': percentile(times.flush, share),
      pairs: PAIRS,
    },
  }));
}

/** The node has nothing left to do. */
async function idle(node) {
  for (;;) {
    const { json } = await ask(`${node.url}/prompt`);
    if (json.exec_info.queue_remaining === 0) return;
    await sleep(2);
  }
}
