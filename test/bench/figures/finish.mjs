import { ended, online, request, submit } from '../jobs.mjs';
import { ask, median, percentile } from '../measure.mjs';

const JOBS = 30;
const WARM_UP = 5;

/** From the node's own word that it has finished to the answer of a caller who waits (`?wait=`), file in the catalogue. */
export async function finish(stage) {
  const node = await stage.simulator();
  const kinora = await stage.kinora({ nodes: [node.url] });
  await online(kinora);
  const delays = [];
  for (let job = 0; job < WARM_UP + JOBS; job += 1) {
    const { json } = await submit(kinora, request({ steps: 4 }));
    const { at } = await ended(kinora, json.prompt_id);
    delays.push(at - (await finishedAt(node, json.prompt_id)));
  }
  const counted = delays.slice(WARM_UP);
  return [
    {
      name: "node's finish to job completed, p50",
      unit: 'ms',
      figure: median(counted),
      aim: { figure: 50 },
      raw: { p95: percentile(counted, 0.95), jobs: JOBS },
    },
  ];
}

/** By the node's history; the node runs on the clock of this machine. */
async function finishedAt(node, promptId) {
  const { json } = await ask(`${node.url}/history/${promptId}`);
  const messages = json[promptId].status.messages;
  return messages.find(([kind]) => kind === 'execution_success')[1].timestamp;
}
