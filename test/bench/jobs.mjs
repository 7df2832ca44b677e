import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './measure.mjs';

/** A unique request, so that no node answers it from its cache. */
let seed = 0;
export const request = (rest = {}) => ({
  workflow: 'sd15-t2i',
  prompt: 'a lighthouse on a cliff at dusk, warm light in the windows, oil painting',
  provider: 'node-1',
  steps: 1,
  seed: (seed += 1),
  ...rest,
});

/** Resolves once the service can reach its node and knows its classes. */
export async function online(kinora, provider = 'node-1') {
  for (;;) {
    const { json: node } = await ask(`${kinora.url}/api/providers/${provider}`);
    const { json: workflow } = await ask(`${kinora.url}/api/workflows/sd15-t2i`);
    if (node.status === 'online' && workflow.runnable_on.includes(provider)) return;
    await sleep(20);
  }
}

export const submit = (kinora, body, headers) =>
  ask(`${kinora.url}/api/image/generate`, body, 200, headers);

/** The job once it has ended, and when its caller learned it. */
export async function ended(kinora, promptId) {
  const { json: job, at } = await ask(`${kinora.url}/api/jobs/${promptId}?wait=60`);
  if (job.status !== 'completed')
    throw new Error(`a job ended as ${job.status}: ${job.error?.message}`);
  return { job, at };
}

/** Resolves once the node has nothing left to do. */
export async function idle(node) {
  for (;;) {
    const { json } = await ask(`${node.url}/prompt`);
    if (json.exec_info.queue_remaining === 0) return;
    await sleep(2);
  }
}

/** Makes a key with this id; resolves to the headers of its requests. */
export async function newKey(kinora, id) {
  const { json } = await ask(`${kinora.url}/api/agents`, { id, name: id }, 201);
  return { Authorization: `Bearer ${json.key}` };
}
