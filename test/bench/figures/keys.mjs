import { ended, newKey, online, request, submit } from '../jobs.mjs';
import { inTurns, median, throughput } from '../measure.mjs';

const ROUNDS = 6;
const SECONDS = 1;

/** What it costs to find out whose key a request carries: the same routes of one service, with a key and without. */
export async function keys(stage) {
  const node = await stage.simulator();
  const kinora = await stage.kinora({ nodes: [node.url] });
  await online(kinora);
  const headers = await newKey(kinora, 'reader');
  const job = (await submit(kinora, request(), headers)).json.prompt_id;
  await ended(kinora, job);

  const routes = { 'read a finished job': `/api/jobs/${job}`, 'list the newest jobs': '/api/jobs' };
  const tasks = Object.fromEntries(
    Object.entries(routes).flatMap(([name, path]) => [
      [`${name} keyed`, () => throughput(kinora.url + path, SECONDS, headers)],
      [`${name} keyless`, () => throughput(kinora.url + path, SECONDS)],
    ]),
  );
  await inTurns(1, tasks);
  const rounds = await inTurns(ROUNDS, tasks);
  return Object.keys(routes).map((name) => {
    const [keyed, keyless] = [rounds[`${name} keyed`], rounds[`${name} keyless`]];
    return {
      name: `${name}, with a key`,
      unit: '/s',
      figure: median(keyed),
      reference: median(keyless),
      against: 'the same without a key',
      ratio: median(keyed) / median(keyless),
      aim: { ratioAtLeast: 0.85 },
      raw: { keyed: keyed.map(Math.round), keyless: keyless.map(Math.round) },
    };
  });
}
