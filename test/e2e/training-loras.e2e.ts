import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CharacterEditor } from '../../src/modules/characters/public/character-editor';
import { PublishedLorasRepository } from '../../src/modules/lora-training/publishing/published-loras.repository';
import { LoraFolderStore } from '../../src/modules/lora-training/publishing/lora-folder.store';
import {
  DATASETS,
  JOBS,
  START,
  type TestRun,
  TestTraining,
  type Trainer,
} from '../support/toolkit/test-training';
import { waitUntil } from '../support/wait-until';

const WORKFLOW = 'z-image-turbo-t2i';

describe('published LoRAs', () => {
  let training: TestTraining;

  beforeAll(async () => {
    training = await TestTraining.start();
  });
  afterAll(() => training.close());

  const publish = (owner: Trainer, { job_name }: TestRun, file: string) =>
    owner.post(`${JOBS}/${job_name}/checkpoints/${file}/publish`, {});
  const ownerOf = async (owner: Trainer): Promise<string> => {
    const { body } = await owner.get<{ agent: { id: string } }>('/api/session');
    return body.agent.id;
  };
  const newCharacter = (owner: Trainer, id: string) =>
    owner.post('/api/characters', { id, name: 'Fox' });
  const bind = (owner: Trainer, { job_name }: TestRun, character: string, checkpoint?: string) =>
    owner.post(`${JOBS}/${job_name}/bind`, { character, workflow: WORKFLOW, checkpoint });

  it('are still those of their step when their run has continued', async () => {
    const owner = await training.newTrainer();
    const run = await training.completed(owner);
    const { body: first } = await publish(owner, run, `${run.job_name}.safetensors`);
    await owner.post(`${JOBS}/${run.job_name}/continue`, { steps: 200 });
    await training.reached(owner, run, 'queued');
    training.toolkit.tick(10);
    await training.reached(owner, run, 'completed');
    await newCharacter(owner, 'early');
    const early = await bind(owner, run, 'early', `${run.job_name}_000000100.safetensors`);
    expect([early.status, early.body]).toMatchObject([200, { loras: [{ name: first['name'] }] }]);
    await newCharacter(owner, 'late');
    const name = String(first['name']).replace('_100.', '_200.');
    expect((await bind(owner, run, 'late')).body).toMatchObject({ loras: [{ name }] });
  });

  it('are not unpublished while they are bound to a character', async () => {
    const owner = await training.newTrainer();
    const run = await training.completed(owner);
    const { body } = await publish(owner, run, `${run.job_name}.safetensors`);
    await newCharacter(owner, 'bound');
    const editor = training.kinora.app.get(CharacterEditor, { strict: false });
    const edit = editor.edit.bind(editor);
    let goOn: (() => void) | undefined;
    const editing = jest.spyOn(editor, 'edit').mockImplementationOnce(async (...args) => {
      await new Promise<void>((resolve) => (goOn = resolve));
      return edit(...args);
    });
    const binding = bind(owner, run, 'bound');
    await waitUntil(() => goOn !== undefined);
    let isAnswered = false;
    const lora = `/api/lora-training/loras/${encodeURIComponent(String(body['name']))}`;
    const unpublishing = owner.delete(lora).finally(() => (isAnswered = true));
    for (let n = 0; n < 10; n += 1) await owner.get('/api/lora-training/loras');
    expect(isAnswered).toBe(false);
    goOn!();
    editing.mockRestore();
    expect((await binding).status).toBe(200);
    expect(await unpublishing).toMatchObject({ status: 409, body: { characters: ['bound'] } });
  });

  it('are deleted when they are unpublished, however long their copy took', async () => {
    const owner = await training.newTrainer();
    const run = await training.completed(owner);
    const folder = training.kinora.app.get(LoraFolderStore);
    const add = folder.add.bind(folder);
    let copied = Infinity;
    const adding = jest.spyOn(folder, 'add').mockImplementationOnce(async (...args) => {
      const placement = await add(...args);
      const before = Date.now();
      await waitUntil(() => Date.now() > before + 1);
      copied = Date.now();
      return placement;
    });
    const { body } = await publish(owner, run, `${run.job_name}.safetensors`);
    adding.mockRestore();
    // A file that is newer than this time counts as replaced by somebody.
    expect(Date.parse(String(body['published_at']))).toBeGreaterThanOrEqual(copied);
    const name = String(body['name']);
    const { body: gone } = await owner.delete(
      `/api/lora-training/loras/${encodeURIComponent(name)}`,
    );
    expect(gone['removed']).toEqual([name]);
  });

  it('are never taken over from files of the operator, and can be published again after a crash', async () => {
    const owner = await training.newTrainer();
    const run = await training.completed(owner);
    const file = `${run.job_name}.safetensors`;
    const folder = join(training.kinora.folder, 'loras', await ownerOf(owner));
    const lora = join(folder, `${run.job_name}_100.safetensors`);
    const rows = training.kinora.app.get(PublishedLorasRepository);
    mkdirSync(folder);
    // The same content: unpublishing would delete it.
    copyFileSync(training.inRoot('output', run.job_name, file), lora);
    const taken = await publish(owner, run, file);
    expect(taken).toMatchObject({ status: 409, body: { code: 'lora_name_taken' } });
    expect(existsSync(lora)).toBe(true);
    expect((await owner.get<{ items: [] }>('/api/lora-training/loras')).body.items).toEqual([]);
    rmSync(lora);
    // A killed process has copied the file, but not recorded its run.
    jest.spyOn(rows, 'store').mockRejectedValueOnce(new Error('it is killed on purpose'));
    expect((await publish(owner, run, file)).status).toBe(500);
    expect(existsSync(lora)).toBe(true);
    const again = await publish(owner, run, file);
    expect(again).toMatchObject({ status: 201, body: { job_name: run.job_name } });
    const name = encodeURIComponent(String(again.body['name']));
    await owner.delete(`/api/lora-training/loras/${name}`);
    expect(existsSync(lora)).toBe(false);
  });

  it('that were not copied completely are removed at the next start', async () => {
    const owner = await training.newTrainer();
    await training.completed(owner);
    const folder = join(training.kinora.folder, 'loras', await ownerOf(owner));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, '.fox.safetensors.part'), 'half');
    await training.restart();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a repeated start does not answer a run of another owner that has the same name by now', async () => {
    const [ann, ben] = [await training.newTrainer(), await training.newTrainer()];
    const body = training.bodyOf(ann);
    const start = () =>
      ann.send<Record<string, unknown>>('POST', START, {
        body,
        headers: { 'Idempotency-Key': 'once' },
      });
    expect((await start()).body).toMatchObject({ ok: true });
    await ann.post(`${JOBS}/${body.job_name}/stop`);
    await training.reached(ann, body, 'stopped');
    await ann.delete(`${JOBS}/${body.job_name}`);
    training.toolkit.db.remove(training.jobOf(body));
    rmSync(training.inRoot('output', body.job_name), { recursive: true, force: true });
    const { dataset } = ben;
    expect((await ben.post(START, { ...body, dataset })).body).toMatchObject({ ok: true });
    const id = await ownerOf(ann);
    // The answer that was stored for other rights isn't sent again.
    await training.kinora.as(null).patch(`/api/agents/${id}`, { max_concurrent_jobs: 5 });
    expect(await start()).toMatchObject({ status: 409, body: { code: 'id_taken' } });
    expect((await ann.get(`${DATASETS}/${ann.dataset}`)).status).toBe(200);
  });
});
