import { setTimeout as sleep } from 'node:timers/promises';
import { ended, online, request, submit } from '../jobs.mjs';

/** Time to settle after the start, and after work. Milliseconds. */
const SETTLE = 5_000;
const JOBS = 20;

/** Resident memory of the service when it has nothing to do, with the node inside it and with the node elsewhere. */
export async function memory(stage) {
  const node = await stage.simulator();
  const [within, without] = [await stage.kinora(), await stage.kinora({ nodes: [node.url] })];
  const nest = await stage.reference('bare-nest');
  await online(within, 'simulator');
  await online(without);
  await sleep(SETTLE);
  const idle = { within: within.memory(), without: without.memory(), nest: nest.memory() };
  for (let job = 0; job < JOBS; job += 1) {
    const { json } = await submit(without, request());
    await ended(without, json.prompt_id);
  }
  await sleep(SETTLE);
  const row = (name, bytes, aim) => ({
    name,
    unit: 'MB',
    figure: bytes / 1e6,
    reference: idle.nest / 1e6,
    against: 'bare Nest + Express',
    ratio: bytes / idle.nest,
    ...(aim ? { aim: { figure: 150 } } : {}),
  });
  return [
    row('idle memory, node elsewhere', idle.without, true),
    row('idle memory, simulator within', idle.within, true),
    row(`memory after ${JOBS} pictures`, without.memory(), false),
  ];
}
