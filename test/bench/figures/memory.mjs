import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { ended, online, request, submit } from '../jobs.mjs';

/** Time to settle after the start, and after work. Milliseconds. */
const SETTLE = 5_000;
const JOBS = 20;
const REQUESTS = 20_000;

/** Resident memory of the service when it has nothing to do, with the node inside it and with the node elsewhere. */
export async function memory(stage) {
  const node = await stage.simulator();
  const [within, without] = [await stage.kinora(), await stage.kinora({ nodes: [node.url] })];
  const nest = await stage.reference('bare-nest');
  await online(within, 'simulator');
  await online(without);
  await sleep(SETTLE);
  const idle = { within: within.memory(), without: without.memory(), nest: nest.memory() };
  let last;
  for (let job = 0; job < JOBS; job += 1) {
    const { json } = await submit(without, request());
    last = await ended(without, json.prompt_id);
  }
  await sleep(SETTLE);
  const afterJobs = without.memory();
  await mixedRequests(without.url, last.job);
  await sleep(SETTLE);
  const row = (name, bytes, aim) => ({
    name,
    unit: 'MB',
    figure: bytes / 1e6,
    reference: idle.nest / 1e6,
    against: 'bare Nest + Express',
    ratio: bytes / idle.nest,
    ...(aim ? { aim: { figure: aim } } : {}),
  });
  return [
    row('idle memory, node elsewhere', idle.without, 140),
    row('idle memory, simulator within', idle.within, 140),
    row(`memory after ${JOBS} pictures`, afterJobs),
    {
      ...row(`memory after ${REQUESTS.toLocaleString('en')} mixed requests`, without.memory()),
      reference: idle.without / 1e6,
      against: 'idle',
      ratio: without.memory() / idle.without,
      aim: { ratioAtMost: 1.6 },
    },
  ];
}

/** What people and programs ask for, in turns under ten connections. */
async function mixedRequests(url, job) {
  const { path } = job.outputs[0];
  const paths = [
    `/api/jobs/${job.prompt_id}`,
    '/api/jobs?limit=100',
    `/media/${path}`,
    `/media/${path}?thumbnail=256`,
    '/api/media?limit=50&q=lighthouse&facets=true',
    `/api/media/${path}`,
    '/api/workflows',
    '/api/workflows/sd15-t2i',
    '/api/guide',
    '/api/health',
    '/openapi.json',
  ];
  const result = await autocannon({
    ...{ url, connections: 10, amount: REQUESTS },
    requests: paths.map((each) => ({ method: 'GET', path: each })),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} answers weren't 2xx, ${result.errors} broke`);
}
