import { Not } from 'typeorm';
import { WorkflowUseEntity } from '../../src/modules/workflows/uses/workflow-use.entity';
import { EarlierPromptEntity } from '../../src/modules/generation/prompts/earlier-prompt.entity';
import { RequestHistory } from '../../src/modules/generation/public/request-history';
import { ModelUseEntity } from '../../src/modules/models/model.entity';
import { UNRESTRICTED } from '../../src/platform/access/caller';
import { ReadConnection } from '../../src/platform/database/read-connection';
import { PresetEntity } from '../../src/modules/presets/preset.entity';
import { upsertRows } from '../../src/platform/database/write-rows';
import { WriteGate } from '../../src/platform/database/write-gate';
import { type Answer, type TestCaller } from '../support/caller';
import { eventually } from '../support/eventually';
import { TestKinora } from '../support/kinora';

const PRESET = { name: 'Soft', workflow: 'sd15-t2i', values: { steps: 30, note: { any: [1] } } };
const REQUEST = { workflow: 'sd15-t2i', provider: 'simulator', width: 64, height: 64, steps: 1 };

describe('presets and earlier prompts', () => {
  let kinora: TestKinora;
  let ann: TestCaller;
  let bob: TestCaller;
  let admin: TestCaller;

  beforeAll(async () => {
    kinora = await TestKinora.start();
    admin = kinora.as(null);
    ann = await kinora.agent('ann', { allowed_workflows: ['sd15-t2i'] });
    bob = await kinora.agent('bob');
  });
  afterAll(() => kinora.close());

  const create = async (caller: TestCaller, body: object = PRESET): Promise<string> => {
    const { status, body: preset } = await caller.post('/api/presets', body);
    expect(status).toBe(201);
    return String(preset['id']);
  };
  const items = async (caller: TestCaller, path: string): Promise<Record<string, unknown>[]> =>
    (await caller.get<{ items: Record<string, unknown>[] }>(path)).body.items;

  it('keep values that are checked only when they are sent', async () => {
    const id = await create(ann);
    const path = `/api/presets/${id}`;
    expect((await ann.get(path)).body).toMatchObject(PRESET);
    const changed = await ann.patch(path, { values: { steps: 'many' } });
    expect(changed.body).toMatchObject({ name: 'Soft', values: { steps: 'many' } });
    expect(changed.body['updated_at']).not.toBe(changed.body['created_at']);
    expect(await ann.patch(path, { name: null })).toMatchObject({ status: 422 });
    const large = { ...PRESET, values: { text: 'x'.repeat(65_536) } };
    expect(await ann.post('/api/presets', large)).toMatchObject({ status: 422 });
    expect(await ann.delete(path)).toMatchObject({ status: 200, body: { ok: true, id } });
    expect(await ann.get(path)).toMatchObject({ status: 404, body: { code: 'preset_not_found' } });
  });

  it('are at most 500 of one owner', async () => {
    const carl = await kinora.agent('carl');
    const id = await create(carl);
    const ids = Array.from({ length: 498 }, (_, n) => `pre_${n}`);
    const times = {
      created_at: '2030-01-01T00:00:00.000Z',
      updated_at: '2030-01-01T00:00:00.000Z',
    };
    await kinora.app.get(WriteGate).run(async (tx) => {
      const { owner_id } = await tx.findOneByOrFail(PresetEntity, { id });
      const rows = ids.map((copy) => ({ ...PRESET, ...times, id: copy, owner_id }));
      await upsertRows(tx, PresetEntity, rows, ['id']);
    });
    const answers = await Promise.all([1, 2, 3].map(() => carl.post('/api/presets', PRESET)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'preset_cap',
      limit: 500,
    });
    await carl.delete(`/api/presets/${id}`);
    await create(carl);
  });

  it('need the right to their workflow when they are written', async () => {
    const other = { ...PRESET, workflow: 'sdxl-t2i' };
    expect((await ann.post('/api/presets', other)).body['code']).toBe('workflow_not_allowed');
    const id = await create(ann);
    const moved: Answer = await ann.patch(`/api/presets/${id}`, { workflow: 'sdxl-t2i' });
    expect(moved.body['code']).toBe('workflow_not_allowed');
    const none = { ...PRESET, workflow: 'none' };
    expect((await bob.post('/api/presets', none)).body['code']).toBe('workflow_not_found');
  });

  it('are listed for their owner, and for an admin who asks for them', async () => {
    const id = await create(bob);
    expect((await items(bob, '/api/presets')).map((preset) => preset['id'])).toEqual([id]);
    expect(await items(admin, '/api/presets')).toEqual([]);
    expect(await items(admin, '/api/presets?owner=bob')).toMatchObject([{ id, owner: 'bob' }]);
    expect((await items(admin, '/api/presets?owner=*')).length).toBeGreaterThan(1);
    expect((await items(ann, '/api/presets?owner=*')).some((one) => one['id'] === id)).toBe(false);
    expect(await ann.delete(`/api/presets/${id}`)).toMatchObject({ status: 404 });
    expect(await admin.delete(`/api/presets/${id}`)).toMatchObject({ status: 200 });
  });

  it('remember every model of a batch that uses thousands', async () => {
    const names = Array.from({ length: 12_000 }, (_, n) => `lora-${n}.safetensors`);
    const used = { prompts: names, workflows: [], models: names };
    const { app } = kinora;
    await app.get(WriteGate).run((tx) => app.get(RequestHistory).record(tx, UNRESTRICTED, used));
    const { manager } = app.get(ReadConnection);
    const recorded = [ModelUseEntity, EarlierPromptEntity].map((entity) =>
      manager.countBy(entity, { owner: '' }),
    );
    expect(await Promise.all(recorded)).toEqual([12_000, 12_000]);
    await admin.delete('/api/prompts');
  });

  it('remember each prompt once, last used first, for its owner alone', async () => {
    const submit = async (prompt: string): Promise<void> => {
      const { status } = await ann.post('/api/image/generate', { ...REQUEST, prompt });
      expect(status).toBe(200);
    };
    await submit('Ein ÄRGERLICHER Fuchs');
    await submit('a cat, 100% grey');
    await submit('Ein ÄRGERLICHER Fuchs');
    await ann.post('/api/image/generate', { ...REQUEST, prompt: 'never', submit: false });
    const batch = { base: { ...REQUEST, type: 'image', prompt: 'an owl' }, count: 2 };
    expect((await ann.post('/api/batches', batch)).status).toBe(201);

    const lastUse = async (caller: TestCaller): Promise<unknown> =>
      (await caller.get('/api/workflows/sd15-t2i')).body['last_used_at'];
    expect(await lastUse(ann)).toEqual(expect.any(String));
    expect(await lastUse(bob)).toBeNull();

    const prompts = async (q: string, caller = ann): Promise<unknown[]> =>
      (await items(caller, `/api/prompts?q=${encodeURIComponent(q)}`)).map((one) => one['prompt']);
    expect(await prompts('')).toEqual(['an owl', 'Ein ÄRGERLICHER Fuchs', 'a cat, 100% grey']);
    expect(await prompts('fuchs ärger')).toEqual(['Ein ÄRGERLICHER Fuchs']);
    expect(await prompts('0% grey')).toEqual(['a cat, 100% grey']);
    expect(await prompts('_')).toEqual([]);
    expect(await prompts('', bob)).toEqual([]);
    expect(await prompts('', admin)).toEqual([]);
    const first = await ann.get('/api/prompts?limit=2&with_total=true');
    expect(first.body).toMatchObject({ total: 3 });
    const rest = await items(
      ann,
      `/api/prompts?limit=2&cursor=${String(first.body['next_cursor'])}`,
    );
    expect(rest).toHaveLength(1);
    expect((await ann.delete('/api/prompts')).body).toEqual({ ok: true, deleted: 3 });
    expect(await prompts('')).toEqual([]);

    await submit('the last one');
    await admin.delete('/api/agents/ann');
    const { manager } = kinora.app.get(ReadConnection);
    for (const entity of [EarlierPromptEntity, ModelUseEntity, WorkflowUseEntity])
      await eventually(
        async () => (await manager.countBy(entity, { owner: Not('') })) === 0,
        `the rows of ${entity.name} are deleted`,
      );
  });
});
