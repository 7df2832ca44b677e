import { online } from '../jobs.mjs';
import { inTurns, median, throughput } from '../measure.mjs';

const ROUNDS = 4;
const SECONDS = 1;

const ROUTES = {
  'list the workflows': '/api/workflows?limit=200',
  'read a workflow': '/api/workflows/sd15-t2i',
  'read the guide': '/api/guide',
};

/** Answers that are made once and sent again until something changes, against a server that does next to nothing. */
export async function ready(stage) {
  const kinora = await stage.kinora({ nodes: [(await stage.simulator()).url] });
  await online(kinora);
  const nest = await stage.reference('bare-nest');
  const tasks = { nest: () => throughput(`${nest.url}/hello`, SECONDS) };
  for (const [name, path] of Object.entries(ROUTES))
    tasks[name] = () => throughput(kinora.url + path, SECONDS);
  await inTurns(1, tasks);
  const { nest: reference, ...rounds } = await inTurns(ROUNDS, tasks);
  return Object.entries(rounds).map(([name, rates]) => ({
    name,
    unit: '/s',
    figure: median(rates),
    reference: median(reference),
    against: 'bare Nest + Express',
    ratio: median(rates) / median(reference),
    aim: { ratioAtLeast: 0.6 },
    raw: { rounds: rates.map(Math.round) },
  }));
}
