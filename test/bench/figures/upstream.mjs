import { setTimeout as sleep } from 'node:timers/promises';
import { countingProxy } from '../counting-proxy.mjs';
import { ended, online, request, submit } from '../jobs.mjs';
import { ask } from '../measure.mjs';

const JOBS = 20;
const WINDOW = 6_000;

/** Calls of the node's that look after the node itself, whether or not there are jobs. */
const UPKEEP = /^GET \/(system_stats|prompt|features|object_info|models|embeddings)/;

/** The requests that a node gets for one job, and whether reading causes more of them. */
export async function upstream(stage) {
  const [quick, slow] = [await stage.simulator(), await stage.simulator({ stepMs: 60_000 })];
  const proxies = [await countingProxy(quick.url), await countingProxy(slow.url)];
  try {
    const kinora = await stage.kinora({ nodes: proxies.map(({ url }) => url) });
    await online(kinora, 'node-1');
    await online(kinora, 'node-2');
    return [await perJob(kinora, proxies[0]), await perRead(kinora, proxies[1])];
  } finally {
    for (const proxy of proxies) proxy.close();
  }
}

async function perJob(kinora, proxy) {
  proxy.take();
  for (let job = 0; job < JOBS; job += 1) {
    const { json } = await submit(kinora, request());
    await ended(kinora, json.prompt_id);
  }
  const calls = Object.entries(proxy.take()).filter(([route]) => !UPKEEP.test(route));
  return {
    name: 'upstream calls per finished job',
    unit: '',
    figure: calls.reduce((sum, [, count]) => sum + count, 0) / JOBS,
    raw: Object.fromEntries(calls.map(([route, count]) => [route, count / JOBS])),
  };
}

/** A job that runs and one that waits behind it, read as often as one caller can, against not being read at all. */
async function perRead(kinora, proxy) {
  const ids = [];
  for (const steps of [20, 1]) {
    const { json } = await submit(kinora, request({ provider: 'node-2', steps }));
    ids.push(json.prompt_id);
  }
  const paths = [...ids.map((id) => `/api/jobs/${id}`), '/api/jobs'];
  await sleep(1_000);
  proxy.take();
  await sleep(WINDOW);
  const unread = total(proxy.take());
  let reads = 0;
  const end = performance.now() + WINDOW;
  while (performance.now() < end) {
    for (const path of paths) await ask(kinora.url + path);
    reads += paths.length;
  }
  const read = total(proxy.take());
  return {
    name: 'upstream calls per read',
    unit: '',
    figure: Math.max(0, read - unread) / reads,
    reference: 0,
    against: 'the same time without reads',
    // One round of the watcher may fall into the one window and not into the other.
    aim: { figure: 10 / reads, text: 'none' },
    raw: { reads, calls: read, 'calls unread': unread },
  };
}

const total = (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);
