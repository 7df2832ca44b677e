import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { ended, idle, online, request, submit as send } from '../jobs.mjs';
import { ask, inTurns, median, percentile } from '../measure.mjs';

/** Until most code of the path is compiled. */
const WARM_UP = 200;
const PAIRS = 60;
const BURST = 20;
const BURSTS = 4;

/** About as much as a commit writes. */
const COMMIT = Buffer.alloc(32 * 1024, 1);

/**
 * How much longer a caller waits for Kinora's answer than for the node's own, for the same graph. The job is on the disk
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
  const graph = async () => (await send(kinora, request({ submit: false }))).json.graph;
  const prompt = async (graph) => {
    const body = { prompt: graph, prompt_id: randomUUID(), client_id: randomUUID() };
    return (await ask(`${node.url}/prompt`, body)).ms;
  };
  const direct = async () => {
    const ms = await prompt(await graph());
    await idle(node);
    return ms;
  };
  const throughBurst = async () => {
    const sent = [];
    for (let n = 0; n < BURST; n += 1) sent.push(await send(kinora, request()));
    for (const { json } of sent) await ended(kinora, json.prompt_id);
    return median(sent.map(({ ms }) => ms));
  };
  const directBurst = async () => {
    const graphs = [];
    for (let n = 0; n < BURST; n += 1) graphs.push(await graph());
    const times = [];
    for (const each of graphs) times.push(await prompt(each));
    await idle(node);
    return median(times);
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
  const bursts = await inTurns(BURSTS, { throughBurst, directBurst });
  const added = times.through.map((ms, pair) => ms - times.direct[pair]);
  const single = [0.5, 0.95].map((share) => ({
    name: `submit: added latency, p${share * 100}`,
    unit: 'ms',
    figure: percentile(added, share),
    reference: percentile(times.direct, share),
    against: 'POST /prompt to the same node',
    ...(share === 0.5 ? { aim: { figure: 5 } } : {}),
    raw: {
      through: percentile(times.through, share),
      'one flush of the disk': percentile(times.flush, share),
      pairs: PAIRS,
    },
  }));
  const reference = median(bursts.directBurst);
  const backToBack = {
    name: 'submit, back to back: added latency, p50',
    unit: 'ms',
    figure: median(bursts.throughBurst) - reference,
    reference,
    against: 'POST /prompt to the same node',
    aim: { figure: 8 },
    raw: { bursts: BURSTS, jobs: BURST },
  };
  return [...single, backToBack];
}
