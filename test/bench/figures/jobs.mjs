import { randomUUID } from 'node:crypto';
import { ended, idle, online, request, submit } from '../jobs.mjs';
import { ask } from '../measure.mjs';

/** Until most code of the job's path is compiled. */
const WARM_UP = 200;
const JOBS = 200;
const REQUESTS = 2_000;
const CALLERS = 8;

/** What a job costs whose picture takes no time: CPU of the service without its decoding process, and jobs a second. */
export async function jobs(stage) {
  const node = await stage.simulator();
  const kinora = await stage.kinora({ nodes: [node.url] });
  await online(kinora);
  const one = async () => {
    const { json } = await submit(kinora, request());
    await ended(kinora, json.prompt_id);
  };
  const nest = await stage.reference('bare-nest');
  const cpu = await cpuOf(kinora, WARM_UP, JOBS, one);
  const cpuOfRequest = await cpuOf(nest, REQUESTS, REQUESTS, () => ask(`${nest.url}/hello`));
  const together = () =>
    Promise.all(Array.from({ length: CALLERS }, () => repeat(JOBS / CALLERS, one)));
  const { graph } = (await submit(kinora, request({ submit: false }))).json;
  const direct = async () => {
    const prompt = (n) => ({ ...graph, ...seeded(graph, n) });
    for (let n = 0; n < JOBS; n += 1)
      await ask(`${node.url}/prompt`, { prompt: prompt(n), prompt_id: randomUUID() });
    await idle(node);
  };
  const [ours, nodes] = [await perSecond(together), await perSecond(direct)];
  return [
    {
      name: 'CPU per job',
      unit: 'ms',
      figure: cpu,
      reference: cpuOfRequest,
      against: 'a request of bare Nest + Express',
      ratio: cpu / cpuOfRequest,
      aim: { figure: 15 },
      raw: { jobs: JOBS },
    },
    {
      name: `jobs of ${CALLERS} callers`,
      unit: '/s',
      figure: ours,
      reference: nodes,
      against: 'the node alone',
      ratio: ours / nodes,
    },
  ];
}

async function repeat(times, work) {
  for (let n = 0; n < times; n += 1) await work();
}

/** CPU of a program for each of `times` calls after `warmUp` others. Milliseconds. */
async function cpuOf(program, warmUp, times, call) {
  await repeat(warmUp, call);
  const before = program.cpuSeconds();
  await repeat(times, call);
  return ((program.cpuSeconds() - before) / times) * 1000;
}

async function perSecond(work) {
  const start = performance.now();
  await work();
  return (JOBS / (performance.now() - start)) * 1000;
}

/** The nodes that have a seed, with another one: no answer from the node's cache. */
function seeded(graph, seed) {
  const changed = Object.entries(graph).filter(([, { inputs }]) => 'seed' in inputs);
  return Object.fromEntries(
    changed.map(([id, each]) => [id, { ...each, inputs: { ...each.inputs, seed } }]),
  );
}
