import type { AnswerCheck } from './answer-check';
import { png } from './media-samples';

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
  const file = `${one}/items/{name}/file`;
  await ask('get', file, 200, { path: ['mara', media], query: '?thumbnail=256' });
  await ask('get', file, 404, { path: ['mara', 'none.png'] });
  const filter = { character: 'nobody' };
  await ask('post', `${one}/items`, 200, { path, body: { filter, dry_run: true } });
  await askAboutUploads(ask);
  await askAboutCaptions(ask, media);
  await ask('get', `${one}/report`, 200, { path, query: '?trigger_word=mara_tok' });
  await ask('get', `${one}/report`, 422, { path, query: '?base_config=none' });
  await askAboutRuns(ask);
  await ask('delete', `${one}/items`, 200, { path, body: { names: [media] } });
  await ask('delete', one, 200, { path });
  await ask('delete', one, 404, { path });
}

async function askAboutUploads(ask: AnswerCheck['ask']): Promise<void> {
  const route = '/api/lora-training/datasets/{id}/items/upload';
  const form = (bytes: Buffer): FormData => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(bytes)]), 'a.png');
    body.append('caption', 'a square');
    return body;
  };
  await ask('post', route, 200, { path: ['mara'], body: form(await png()) });
  await ask('post', route, 415, { path: ['mara'], body: form(Buffer.from('text')) });
  await ask('post', route, 404, { path: ['none'], body: form(await png()) });
}

async function askAboutCaptions(ask: AnswerCheck['ask'], name: string): Promise<void> {
  const route = '/api/lora-training/datasets/{id}/captions';
  const path = ['mara'];
  const prefix = '[trigger], ';
  await ask('post', route, 200, { path, body: { prefix, dry_run: true } });
  await ask('post', route, 200, { path, body: { prefix } });
  await ask('post', route, 409, { path, body: { prefix, version: 'old' } });
  await ask('post', route, 422, { path, body: { find: '(', regex: true } });
  await ask('patch', route, 200, { path, body: { captions: [{ name, caption: 'a fox' }] } });
  await ask('patch', route, 422, { path, body: { captions: [{ name: 'x', caption: 'a fox' }] } });
  await ask('get', `${route}/versions`, 200, { path });
  for (const status of [200, 200, 409] as const)
    await ask('post', `${route}/undo`, status, { path, body: {} });
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
  await ask('post', `${route}/jobs/{job_name}/continue`, 404, {
    path: ['mara_v1'],
    body: { steps: 3000 },
  });
  await ask('post', `${route}/jobs/{job_name}/sample`, 404, { path: ['mara_v1'] });
  await ask('post', `${route}/jobs/{job_name}/save`, 404, { path: ['mara_v1'] });
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
  await ask('delete', job, 404, { path });
  await ask('get', `${route}/loras`, 200, { query: '?with_total=true' });
  await ask('delete', `${route}/loras/{name}`, 404, { path: ['none.safetensors'] });
  await ask('get', `${route}/checkpoints`, 200, {});
  await ask('get', `${route}/checkpoints`, 404, { query: '?job_name=mara_v1' });
}
