import { ended, online, request, submit } from '../jobs.mjs';
import { inTurns, median, throughput } from '../measure.mjs';

const ROUNDS = 4;
const SECONDS = 1;

/** `GET /api/jobs/{id}` under ten callers, against servers that do next to nothing, and against asking the node. */
export async function reads(stage) {
  const [quick, slow] = [await stage.simulator(), await stage.simulator({ stepMs: 60_000 })];
  const kinora = await stage.kinora({ nodes: [quick.url, slow.url] });
  await online(kinora, 'node-1');
  await online(kinora, 'node-2');
  const finished = (await submit(kinora, request())).json.prompt_id;
  await ended(kinora, finished);
  const running = (await submit(kinora, request({ provider: 'node-2', steps: 20 }))).json.prompt_id;
  const queued = (await submit(kinora, request({ provider: 'node-2' }))).json.prompt_id;
  const [http, nest] = [await stage.reference('bare-http'), await stage.reference('bare-nest')];

  const addresses = {
    finished: `${kinora.url}/api/jobs/${finished}`,
    running: `${kinora.url}/api/jobs/${running}`,
    queued: `${kinora.url}/api/jobs/${queued}`,
    http: http.url,
    nest: `${nest.url}/hello`,
    history: `${quick.url}/history/${finished}`,
  };
  const tasks = Object.fromEntries(
    Object.entries(addresses).map(([name, url]) => [name, () => throughput(url, SECONDS)]),
  );
  await inTurns(1, tasks);
  const rounds = await inTurns(ROUNDS, tasks);
  const rate = Object.fromEntries(
    Object.entries(rounds).map(([name, rates]) => [name, median(rates)]),
  );

  const row = (job, reference, against, aim) => ({
    name: `read a ${job} job`,
    unit: '/s',
    figure: rate[job],
    reference: rate[reference],
    against,
    ratio: rate[job] / rate[reference],
    ...(aim ? { aim } : {}),
    raw: { rounds: rounds[job].map(Math.round) },
  });
  return ['finished', 'running', 'queued'].flatMap((job) => [
    row(job, 'nest', 'bare Nest + Express', { ratioAtLeast: 0.5 }),
    row(job, 'http', 'bare node:http'),
    row(job, 'history', "the node's own /history"),
  ]);
}
