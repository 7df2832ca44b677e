import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SimulatorNode } from '../../src/simulator/simulator-node';
import type { TestCaller } from '../support/caller';
import { eventually } from '../support/eventually';
import { TestKinora } from '../support/kinora';
import { png } from '../support/media-samples';

interface Model {
  readonly name: string;
  readonly title: string | null;
  readonly triggers: string[];
  readonly base_model: string | null;
  readonly on: string[];
  readonly preview: string | null;
  readonly last_used_at: string | null;
}

/** A safetensors file without tensors. */
function safetensors(metadata: Record<string, string>): Buffer {
  const header = Buffer.from(JSON.stringify({ __metadata__: metadata }));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(header.length));
  return Buffer.concat([length, header]);
}

describe('model files', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kinora-models-'));
  let node: SimulatorNode;
  let kinora: TestKinora;
  let admin: TestCaller;
  let ann: TestCaller;

  beforeAll(async () => {
    const folder = join(dataDir, 'models', 'loras', 'people');
    mkdirSync(folder, { recursive: true });
    const header = {
      'modelspec.title': 'Mira',
      'modelspec.trigger_phrase': 'mira, red coat',
      'modelspec.architecture': 'stable-diffusion-v1/lora',
    };
    writeFileSync(join(folder, 'mira.safetensors'), safetensors(header));
    node = await SimulatorNode.start({ dataDir });
    kinora = await TestKinora.start({
      providers: [{ id: 'node', kind: 'comfyui', base_url: node.url }],
    });
    await kinora.online('node');
    admin = kinora.as(null);
    ann = await kinora.agent('ann');
  });
  afterAll(async () => {
    await kinora.close();
    await node.stop();
    rmSync(dataDir, { recursive: true });
  });

  const MIRA = 'people/mira.safetensors';
  const loras = async (query: string, caller = ann): Promise<Model[]> =>
    (await caller.get<{ items: Model[] }>(`/api/loras?${query}`)).body.items;

  it('are listed with what their headers say, and found by it', async () => {
    const mira = {
      name: MIRA,
      title: 'Mira',
      triggers: ['mira', 'red coat'],
      base_model: 'stable-diffusion-v1/lora',
      on: ['node'],
      preview: null,
      last_used_at: null,
    };
    expect(await loras('limit=200')).toEqual(
      expect.arrayContaining([expect.objectContaining(mira)]),
    );
    expect(await loras('q=RED+mir')).toMatchObject([mira]);
    expect(await loras('base_model=diffusion-v1&provider=node')).toMatchObject([mira]);
    expect(await loras('q=nobody')).toEqual([]);
    const first = await ann.get<{ items: Model[]; next_cursor: string; total: number }>(
      '/api/models/checkpoints?limit=1&with_total=true',
    );
    const rest = await ann.get<{ items: Model[] }>(
      `/api/models/checkpoints?limit=200&cursor=${first.body.next_cursor}`,
    );
    expect(rest.body.items).toHaveLength(first.body.total - 1);
    expect((await ann.get<{ items: Model[] }>('/api/models/input')).body.items).toEqual([]);
  });

  it('of another base model are named by a plan, which is accepted', async () => {
    const planned = async (workflow: string, lora: object) => {
      const request = { type: 'image', workflow, provider: 'auto', prompt: 'x', ...lora };
      const { body } = await ann.post('/api/plan', request);
      expect(body['accepted']).toBe(true);
      return body['not_applied'];
    };
    const listed = { workflow_params: { loras: [{ name: MIRA }] } };
    const why = expect.stringMatching(/trained for Stable Diffusion 1\.5, and .* uses SDXL\.$/);
    const misfit = { character: null, field: 'loras', name: MIRA, why_not: why };
    expect(await planned('sdxl-t2i', listed)).toEqual([misfit]);
    expect(await planned('sdxl-t2i', { lora_checkpoint: MIRA })).toEqual([misfit]);
    expect(await planned('sd15-t2i', listed)).toEqual([]);
    for (const submit of [true, false]) {
      const request = { workflow: 'sdxl-t2i', provider: 'node', prompt: 'x', submit, ...listed };
      const { body } = await ann.post('/api/image/generate', request);
      expect(body).toMatchObject({ ok: true, not_applied: [misfit] });
      expect(Object.keys(body)).not.toContain('references');
    }
    const body = { workflow: 'sdxl-t2i', provider: 'node', prompt: 'x', ...listed };
    const headers = { 'Idempotency-Key': 'misfit' };
    const once = () =>
      ann.send<Record<string, unknown>>('POST', '/api/image/generate', { body, headers });
    const first = await once();
    // The stored answer is for other rights, so that it is rebuilt from the job.
    await admin.patch('/api/agents/ann', { max_concurrent_jobs: 50 });
    expect((await once()).body).toMatchObject({
      prompt_id: first.body['prompt_id'],
      not_applied: [misfit],
    });
  });

  it('know when the caller used them last', async () => {
    const request = { workflow: 'sd15-t2i', provider: 'node', prompt: 'x', width: 64, height: 64 };
    const { status } = await ann.post('/api/image/generate', {
      ...request,
      steps: 1,
      lora_checkpoint: MIRA,
    });
    expect(status).toBe(200);
    expect((await loras('q=mira'))[0]?.last_used_at).toEqual(expect.any(String));
    expect((await loras('q=mira', admin))[0]?.last_used_at).toBeNull();
  });

  it('take titles, triggers and a picture from admins, whose picture only its readers see', async () => {
    const { body: picture } = await admin.upload('mira.png', await png(8, 8));
    const change = { name: MIRA, title: 'Mira, the keeper', preview: picture.path };
    const changed = await admin.patch<Model>('/api/models/loras', change);
    expect(changed).toMatchObject({
      status: 200,
      body: { ...change, triggers: ['mira', 'red coat'] },
    });
    expect((await loras('q=keeper'))[0]).toMatchObject({ title: change.title, preview: null });
    expect((await loras('q=keeper', admin))[0]?.preview).toBe(picture.path);
    const byUrl = { name: MIRA, preview: `/media/${picture.path}` };
    expect((await admin.patch('/api/models/loras', byUrl)).body['preview']).toBe(picture.path);
    const back = await admin.patch<Model>('/api/models/loras', { ...changed.body, title: 'Mira' });
    expect(back).toMatchObject({ status: 200, body: { ...changed.body, title: 'Mira' } });
    const reset = await admin.patch<Model>('/api/models/loras', { name: MIRA, title: null });
    expect(reset.body).toMatchObject({ title: 'Mira', preview: picture.path });
    expect((await ann.patch('/api/models/loras', change)).status).toBe(403);
    for (const wrong of [{ name: 'none' }, { name: MIRA, preview: 'none.png' }, { name: null }])
      expect((await admin.patch('/api/models/loras', wrong)).status).toBe(422);
  });

  it('are accepted as soon as a node has them, and refused once it has refused a deleted one', async () => {
    const folder = join(dataDir, 'models', 'checkpoints');
    const file = join(folder, 'gained.safetensors');
    const size = { width: 64, height: 64, steps: 1 };
    const request = {
      workflow: 'sd15-t2i',
      prompt: 'a fox',
      provider: 'node',
      ...size,
      checkpoint: 'gained.safetensors',
    };
    const dryRun = async (): Promise<number> =>
      (await ann.post('/api/image/generate', { ...request, submit: false })).status;
    expect(await dryRun()).toBe(422);
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, safetensors({}));
    expect(await dryRun()).toBe(200);
    rmSync(file);
    const { body } = await ann.post<{ prompt_id: string }>('/api/image/generate', request);
    expect(await kinora.finished(body.prompt_id)).toMatchObject({ status: 'failed' });
    await eventually(async () => (await dryRun()) === 422);
  });
});
