import type { AnswerCheck } from './answer-check';

/** Asks every route of LoRA training. `media`: a picture of the library. */
export async function askAboutTraining(ask: AnswerCheck['ask'], media: string): Promise<void> {
  const route = '/api/lora-training/datasets';
  const one = `${route}/{id}`;
  const path = ['mara'];
  await ask('get', '/api/lora-training/templates', 200, {});
  await ask('post', route, 201, { body: { id: 'mara', name: 'Mara' } });
  await ask('post', route, 409, { body: { id: 'mara', name: 'Mara' } });
  await ask('get', route, 200, { query: '?with_total=true' });
  await ask('get', one, 200, { path });
  await ask('post', `${one}/items`, 200, { path, body: { paths: [media] } });
  await ask('get', `${one}/items`, 200, { path, query: '?with_total=true' });
  await askAboutRuns(ask);
  await ask('delete', `${one}/items`, 200, { path, body: { names: [media] } });
  await ask('delete', one, 200, { path });
  await ask('delete', one, 404, { path });
}

/** The toolkit of this service is not running. */
async function askAboutRuns(ask: AnswerCheck['ask']): Promise<void> {
  const route = '/api/lora-training';
  const body = { job_name: 'mara_v1', trigger_word: 'mara', dataset: 'mara' };
  await ask('post', `${route}/start`, 200, { body });
  await ask('post', `${route}/start`, 404, { body: { ...body, dataset: 'none' } });
  await ask('post', `${route}/start`, 422, { body: { ...body, steps: 1 } });
  await ask('post', `${route}/plan`, 200, { body });
  await ask('get', `${route}/jobs`, 200, { query: '?with_total=true&status=failed' });
  await ask('get', `${route}/jobs/{job_name}`, 404, { path: ['mara_v1'] });
  await ask('post', `${route}/jobs/{job_name}/stop`, 404, { path: ['mara_v1'] });
  await ask('get', `${route}/jobs/{job_name}/samples`, 404, { path: ['mara_v1'] });
  await ask('get', `${route}/jobs/{job_name}/log`, 404, { path: ['mara_v1'], query: '?offset=1' });
  const job = `${route}/jobs/{job_name}`;
  const render = { workflow: 'sdxl-t2i', provider: 'auto' };
  const path = ['mara_v1'];
  await ask('post', `${job}/checkpoints/{name}/publish`, 404, {
    path: ['mara_v1', 'mara_v1.safetensors'],
    body: {},
  });
  await ask('post', `${job}/grid`, 404, { path, body: render });
  await ask('post', `${job}/grid`, 422, { path, body: { ...render, strengths: [] } });
  await ask('post', `${job}/verify`, 404, { path, body: render });
  await ask('get', `${job}/verify/{id}`, 404, { path: ['mara_v1', 'bat_none'] });
  await ask('post', `${job}/bind`, 404, {
    path,
    body: { workflow: 'sdxl-t2i', character: 'mara' },
  });
  const file = { path: ['mara_v1', 'mara_v1.safetensors'] };
  await ask('get', `${route}/jobs/{job_name}/checkpoints/{name}/file`, 404, file);
  await ask('get', `${route}/jobs/{job_name}/samples/{name}/file`, 404, file);
  await ask('get', `${route}/checkpoints`, 200, {});
  await ask('get', `${route}/checkpoints`, 404, { query: '?job_name=mara_v1' });
}
