import { MediaReferences } from '../../src/modules/media/public/media-references';
import { CharacterEntity } from '../../src/modules/characters/character.entity';
import { upsertRows } from '../../src/platform/database/write-rows';
import { WriteGate } from '../../src/platform/database/write-gate';
import type { TestCaller } from '../support/caller';
import { TestKinora } from '../support/kinora';
import { png } from '../support/media-samples';
import { StreamReader } from '../support/stream-reader';

type Fields = Record<string, unknown>;

const DEFAULTS = {
  kind: 'human',
  category: 'character',
  trigger: '',
  description: '',
  base_prompt: '',
  source_images: [],
  loras: [],
  voice: null,
  defaults: {},
  metadata: {},
};

describe('characters', () => {
  let kinora: TestKinora;
  let ann: TestCaller;
  let bob: TestCaller;
  let admin: TestCaller;

  beforeAll(async () => {
    kinora = await TestKinora.start();
    admin = kinora.as(null);
    ann = await kinora.agent('ann');
    bob = await kinora.agent('bob', { allowed_characters: ['mara', 'bobs'] });
  });
  afterAll(() => kinora.close());

  const put = async (caller: TestCaller, body: Fields): Promise<Fields> => {
    const { status, body: character } = await caller.post('/api/characters', body);
    expect([status, character['detail']]).toEqual([200, undefined]);
    return character;
  };
  const upload = async (caller: TestCaller, size: number): Promise<string> =>
    (await caller.upload(`face-${size}.png`, await png(size, 3))).body.path;
  const ids = async (caller: TestCaller, query = ''): Promise<unknown[]> => {
    const { body } = await caller.get<{ items: Fields[] }>(`/api/characters${query}`);
    return body.items.map(({ id }) => id);
  };

  it('creates or replaces; idempotent by character id', async () => {
    const body = {
      id: 'mara',
      name: 'Mara',
      category: 'character',
      trigger: 'mara_tok',
      loras: [{ workflow: 'sd15-t2i', name: 'mara.safetensors' }],
      voice: { voice_id: 'v1' },
      defaults: { steps: 12 },
      metadata: { any: [1] },
    };
    const lora = {
      workflow: 'sd15-t2i',
      name: 'mara.safetensors',
      strength: 1,
      base_model: null,
      target: 'both',
    };
    const voice = { provider: 'elevenlabs', voice_id: 'v1', name: '', settings: {} };
    const record = { ...DEFAULTS, ...body, loras: [lora], voice };
    const created = await put(ann, body);
    expect(created).toEqual({
      ...record,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      editable: true,
    });
    // The answer is a valid body, too: its read-only fields are ignored.
    const again = await put(ann, created);
    expect(again).toEqual({ ...created, updated_at: again['updated_at'] });
    const replaced = await put(ann, { id: 'mara', name: 'Mara B.' });
    expect(replaced).toMatchObject({
      ...DEFAULTS,
      name: 'Mara B.',
      created_at: created['created_at'],
    });
    await put(ann, body);
  });

  it('a character record has nested fields, and an error names each that is wrong', async () => {
    const { status, body } = await ann.post<{ detail: { loc: unknown[]; type: string }[] }>(
      '/api/characters',
      {
        id: 'no spaces',
        kind: 'ghost',
        category: 'mood',
        source_images: [1],
        loras: [{ name: 'x', strength: 'much', extra: 1 }],
        voice: { provider: 'x' },
        defaults: [],
        unknown: 1,
      },
    );
    expect(status).toBe(422);
    expect(body.detail.map(({ loc, type }) => `${loc.join('.')} ${type}`).sort()).toEqual([
      'body.category enum',
      'body.defaults dict_type',
      'body.id string_pattern_mismatch',
      'body.kind enum',
      'body.loras.0.extra extra_forbidden',
      'body.loras.0.strength float_type',
      'body.loras.0.workflow missing',
      'body.name missing',
      'body.source_images.0 string_type',
      'body.unknown extra_forbidden',
      'body.voice.voice_id missing',
    ]);
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`p${n}`, n]));
    for (const defaults of [{ text: 'x'.repeat(32_768) }, { ...many, workflow_params: { a: 1 } }]) {
      const refused = await ann.post('/api/characters', { id: 'large', name: 'x', defaults });
      expect(refused).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'defaults'] }] },
      });
    }
    const lora = { workflow: '*', name: '界'.repeat(1_000) };
    const loras = Array.from({ length: 32 }, () => lora);
    for (const refused of [
      await ann.post('/api/characters', { id: 'large', name: 'x', loras }),
      await ann.patch('/api/characters/mara', { loras }),
    ])
      expect(refused).toMatchObject({ status: 422, body: { detail: [{ loc: ['body'] }] } });
  });

  it('PATCH updates selected fields of an existing character; null resets one', async () => {
    const path = '/api/characters/mara';
    const before = (await ann.get(path)).body;
    const [named, described] = await Promise.all([
      ann.patch(path, { name: 'Mara C.' }),
      ann.patch(path, { description: 'tall', defaults: { cfg: 5 } }),
    ]);
    expect([named.status, described.status]).toEqual([200, 200]);
    const { body } = await ann.patch(path, { voice: null, kind: null, id: 'mara' });
    expect(body).toEqual({
      ...before,
      name: 'Mara C.',
      description: 'tall',
      defaults: { cfg: 5 },
      voice: null,
      updated_at: body['updated_at'],
    });
    for (const refused of [{ name: null }, { id: 'other' }, { loras: [{}] }])
      expect(await ann.patch(path, refused)).toMatchObject({ status: 422 });
    const none = await ann.patch('/api/characters/none', { name: 'x' });
    expect(none).toMatchObject({ status: 404, body: { code: 'character_not_found' } });
  });

  it('are changed by their creator and admins only', async () => {
    const path = '/api/characters/mara';
    expect((await bob.get(path)).body).toMatchObject({ id: 'mara', editable: false });
    const attempts = [
      await bob.patch(path, { name: 'x' }),
      await bob.post('/api/characters', { id: 'mara', name: 'x' }),
      await bob.delete(path),
    ];
    for (const answer of attempts)
      expect(answer).toMatchObject({ status: 403, body: { code: 'character_read_only' } });
    expect((await admin.patch(path, { description: 'short' })).body).toMatchObject({
      owner: 'ann',
    });
    expect((await ann.get(path)).body).toMatchObject({ name: 'Mara C.', description: 'short' });
    const { body } = await admin.get<{ items: Fields[] }>('/api/audit?limit=1');
    const entry = { action: 'character.update', subject: 'mara', owner: 'ann' };
    expect(body.items).toMatchObject([entry]);
    await put(admin, { id: 'ours', name: 'Of nobody' });
    expect((await ann.patch('/api/characters/ours', { name: 'x' })).status).toBe(403);
  });

  it('a key that has 1,000 characters changes them, and creates no further one', async () => {
    const dora = await kinora.agent('dora');
    await put(dora, { id: 'dora-0', name: 'x' });
    const copies = Array.from({ length: 999 }, (_, at) => at + 1);
    await kinora.app.get(WriteGate).run(async (tx) => {
      const first = await tx.findOneByOrFail(CharacterEntity, { id: 'dora-0' });
      const rows = copies.map((at) =>
        Object.assign(new CharacterEntity(), first, { id: `dora-${at}` }),
      );
      await upsertRows(tx, CharacterEntity, rows, ['id']);
    });
    await put(dora, { id: 'dora-1', name: 'y' });
    const further = { id: 'dora-1000', name: 'x' };
    expect(await dora.post('/api/characters', further)).toMatchObject({
      status: 409,
      body: { code: 'character_cap', limit: 1000 },
    });
    await kinora.app.get(WriteGate).run((tx) => tx.delete(CharacterEntity, { name: 'x' }));
    await put(dora, further);
    for (const id of ['dora-1', 'dora-1000']) await dora.delete(`/api/characters/${id}`);
  });

  it('one of two keys that create the same id at once creates it', async () => {
    const carl = await kinora.agent('carla');
    const create = (caller: TestCaller) =>
      caller.post('/api/characters', { id: 'race', name: 'x' });
    const answers = await Promise.all([ann, carl, ann, carl].map(create));
    const creator = (await admin.get('/api/characters/race')).body['owner'];
    const expected = [ann, carl, ann, carl].map((caller) =>
      (caller === ann) === (creator === 'ann') ? 200 : 403,
    );
    expect(answers.map(({ status }) => status)).toEqual(expected);
    await admin.delete('/api/characters/race');
  });

  it('a key with an allowlist sees, creates and deletes only the characters on it', async () => {
    await put(ann, { id: 'hidden', name: 'Hidden' });
    for (const refused of [
      await bob.get('/api/characters/hidden'),
      await bob.get('/api/characters/never-existed'),
      await bob.post('/api/characters', { id: 'other', name: 'x' }),
    ])
      expect(refused).toMatchObject({ status: 403, body: { code: 'character_not_allowed' } });
    await put(bob, { id: 'bobs', name: 'Bob’s' });
    expect(await ids(bob)).toEqual(['bobs', 'mara']);
    expect(await ids(ann)).toEqual(['bobs', 'hidden', 'ours', 'mara']);
    expect(await bob.delete('/api/characters/bobs')).toMatchObject({
      body: { ok: true, id: 'bobs' },
    });
    expect((await bob.get('/api/characters/bobs')).status).toBe(404);
  });

  it('are listed page by page, by words, category and kind', async () => {
    await put(ann, { id: 'pier', name: 'Der ÄUSSERE Hafen', category: 'location', kind: 'agent' });
    expect(await ids(ann, '?q=hafen%20äussere')).toEqual(['pier']);
    expect(await ids(ann, '?q=MARA_tok')).toEqual(['mara']);
    expect(await ids(ann, '?category=location')).toEqual(['pier']);
    expect(await ids(ann, '?kind=agent')).toEqual(['pier']);
    const first = (await ann.get<Fields>('/api/characters?limit=2&with_total=true')).body;
    expect(first).toMatchObject({ items: [{ id: 'pier' }, { id: 'hidden' }], total: 4 });
    expect(await ids(ann, `?limit=2&cursor=${String(first['next_cursor'])}`)).toEqual([
      'ours',
      'mara',
    ]);
    expect((await ann.get('/api/characters?category=mood')).status).toBe(422);
  });

  it('publishes changes to the streams of callers who may use the character', async () => {
    const url = `${kinora.url}/api/events?events=character`;
    const [anns, bobs] = await Promise.all([
      StreamReader.open(url, { ...ann.headers }),
      StreamReader.open(url, { ...bob.headers }),
    ]);
    const reported = ({ events }: StreamReader) =>
      events.filter(({ event }) => event === 'character').map(({ data }) => data);
    await put(ann, { id: 'brief', name: 'Brief' });
    await ann.patch('/api/characters/mara', { name: 'Mara' });
    await ann.delete('/api/characters/brief');
    await put(bob, { id: 'bobs', name: 'Bob’s' });
    const mara = { id: 'mara', action: 'updated' };
    const bobsOwn = { id: 'bobs', action: 'created' };
    await anns.until(() => reported(anns).length === 4);
    expect(reported(anns)).toEqual([
      { id: 'brief', action: 'created' },
      mara,
      { id: 'brief', action: 'deleted' },
      bobsOwn,
    ]);
    await bobs.until(() => reported(bobs).length === 2);
    expect(reported(bobs)).toEqual([mara, bobsOwn]);
    for (const stream of [anns, bobs]) stream.close();
    await bob.delete('/api/characters/bobs');
  });

  it('source images must be pictures that the writer can read', async () => {
    const [own, foreign] = [await upload(ann, 5), await upload(bob, 6)];
    const { source_images } = await put(ann, {
      id: 'faces',
      name: 'Faces',
      source_images: [`/media/${own}`, own],
    });
    expect(source_images).toEqual([own]);
    for (const path of [foreign, 'never-existed.png', `http://elsewhere/media/${own}`]) {
      const refused = await ann.patch('/api/characters/faces', { source_images: [own, path] });
      expect(refused).toMatchObject({ status: 404, body: { code: 'media_not_found' } });
    }
    // Others use the character, but its pictures are not theirs.
    const carl = await kinora.agent('carl');
    expect((await carl.get('/api/characters/faces')).body).toMatchObject({ source_images: [] });
    expect((await admin.get('/api/characters/faces')).body).toMatchObject({ source_images: [own] });
  });

  it('are asked about as many pictures as one request may delete for good', async () => {
    const own = await upload(ann, 7);
    await put(ann, { id: 'many', name: 'Many', source_images: [own] });
    const others = Array.from({ length: 999 }, (_, at) => `picture-${at}.png`);
    const references = kinora.app.get(MediaReferences, { strict: false });
    expect([...(await references.named([...others, own]))]).toEqual([own]);
  });
});
