import { ReadConnection } from '../../src/platform/database/read-connection';
import { IdempotencyKeyEntity } from '../../src/platform/http/idempotency-key.entity';
import { IdempotencyRepository } from '../../src/platform/http/idempotency.repository';
import type { Answer, TestCaller } from '../support/caller';
import { DocumentedApi } from '../support/documented-api';
import { TestKinora } from '../support/kinora';
import { uniquePng } from '../support/media-samples';

const ID_IN_BODY = 'The body has the id: a repeat is refused with 409 id_taken.';
const SAME_PICTURE = 'A repeat answers the picture that was made before.';
/** Why nothing is made twice by a repeat of what takes no key. */
const SAFE_WITHOUT_KEY: Readonly<Record<string, string>> = {
  '/api/agents': ID_IN_BODY,
  '/api/lora-training/datasets': ID_IN_BODY,
  '/api/workflows': ID_IN_BODY,
  '/api/lora-training/jobs/{job_name}/checkpoints/{name}/publish':
    'The name of the LoRA follows from the request: a repeat is refused with 409 lora_name_taken.',
  '/api/media': 'The same bytes of the same caller are one asset.',
  '/api/media/{path}/last-frame': SAME_PICTURE,
  '/api/media/contact-sheet': SAME_PICTURE,
};

/** A route that creates something. */
interface Creation {
  readonly path: string;
  readonly body: Record<string, unknown>;
  /** Makes it another request. */
  readonly other: Record<string, unknown>;
  /** Lists what was created; its items are below. */
  readonly list: string;
}

describe('requests that create something', () => {
  let kinora: TestKinora;
  let ann: TestCaller;
  let scenes: string;
  let shots: string;
  let link: string;

  beforeAll(async () => {
    kinora = await TestKinora.start();
    ann = await kinora.agent('ann');
    const picture = await ann.upload('pier.png', await uniquePng(16, 16));
    const project = await ann.post('/api/projects', { title: 'Lantern' });
    scenes = `/api/projects/${String(project.body['id'])}/scenes`;
    const scene = await ann.post(scenes, { scene_number: 99 });
    link = `/api/media/${picture.body.path}/link`;
    shots = `${scenes}/${String(scene.body['id'])}/shots`;
  });
  afterAll(() => kinora.close());

  const creations: Readonly<Record<string, () => Omit<Creation, 'list'> & { list?: string }>> = {
    project: () => ({ path: '/api/projects', body: { title: 'Pier' }, other: { title: 'Boat' } }),
    scene: () => ({ path: scenes, body: { scene_number: 1 }, other: { title: 'Night' } }),
    shot: () => ({ path: shots, body: { image_prompt: 'a lantern' }, other: { title: 'Near' } }),
    preset: () => ({
      path: '/api/presets',
      body: { name: 'Soft', workflow: 'sd15-t2i', values: {} },
      other: { values: { steps: 4 } },
    }),
    collection: () => ({
      path: '/api/collections',
      body: { name: 'Foxes' },
      other: { name: 'Cats' },
    }),
    link: () => ({
      path: link,
      body: { ttl_seconds: 3600 },
      other: { ttl_seconds: 60 },
      list: '/api/media/links',
    }),
  };
  const names = Object.keys(creations);
  function creation(name: string): Creation {
    const made = creations[name]!();
    return { list: made.path, ...made };
  }

  const create = ({ path, body }: Creation, key: string, more = {}): Promise<Answer> =>
    ann.send('POST', path, { body: { ...body, ...more }, headers: { 'Idempotency-Key': key } });
  const isReplay = ({ headers }: Answer): boolean => headers.get('Idempotent-Replayed') === 'true';
  const idOf = ({ body }: Answer): string => String(body['id']);
  const idsIn = async ({ list }: Creation): Promise<string[]> =>
    (await ann.get<{ items: { id: string }[] }>(list)).body.items.map(({ id }) => id);
  /** As if the process had ended before it stored the answer. */
  async function loseAnswerTo(key: string): Promise<void> {
    const row = await kinora.app
      .get(ReadConnection)
      .manager.findOneByOrFail(IdempotencyKeyEntity, { key });
    row.response = null;
    await kinora.app.get(IdempotencyRepository).storeAnswer(row);
  }

  it('take an Idempotency-Key, unless a repeat makes nothing twice anyway', async () => {
    const operations = (await DocumentedApi.of(kinora)).operations();
    const without = operations
      .filter(({ method, responses }) => method === 'post' && '201' in responses)
      .filter(({ parameters }) => !parameters.some(({ name }) => name === 'Idempotency-Key'));
    expect(without.map(({ path }) => path).sort()).toEqual(Object.keys(SAFE_WITHOUT_KEY).sort());
  });

  it.each(names)('answer a repeat with the first %s', async (name) => {
    const what = creation(name);
    const before = await idsIn(what);
    const first = await create(what, name);
    expect([first.status, isReplay(first)]).toEqual([201, false]);
    const again = await create(what, name);
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(isReplay(again)).toBe(true);
    expect((await idsIn(what)).sort()).toEqual([...before, idOf(first)].sort());
    expect(await create(what, name, what.other)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_mismatch' },
    });

    await ann.delete(`${what.list}/${idOf(first)}`);
    expect(await create(what, name)).toMatchObject({ status: 201, body: first.body });
    expect((await idsIn(what)).sort()).toEqual(before.sort());
  });

  it.each(names.filter((name) => name !== 'link'))(
    'find the %s of a lost answer, unless it was deleted',
    async (name) => {
      const what = creation(name);
      const key = `lost ${name}`;
      const first = await create(what, key);
      await loseAnswerTo(key);
      expect(await create(what, key)).toMatchObject({ status: 201, body: { id: idOf(first) } });
      expect(await idsIn(what)).toContain(idOf(first));

      await loseAnswerTo(key);
      await ann.delete(`${what.list}/${idOf(first)}`);
      const second = await create(what, key);
      expect([second.status, isReplay(second)]).toEqual([201, false]);
      expect(idOf(second)).not.toBe(idOf(first));
    },
  );

  it('make another link when the answer was not stored, because only it had the token', async () => {
    const what = creation('link');
    const first = await create(what, 'lost link');
    await loseAnswerTo('lost link');
    const second = await create(what, 'lost link');
    expect(second.status).toBe(201);
    expect(idOf(second)).not.toBe(idOf(first));
    expect(isReplay(await create(what, 'lost link'))).toBe(true);
  });
});
