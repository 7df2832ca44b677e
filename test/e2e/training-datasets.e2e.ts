import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { read, type TestCaller } from '../support/caller';
import { TestKinora } from '../support/kinora';
import { decompressionBomb, gif, jpeg, png, rotated, uniquePng } from '../support/media-samples';

const DATASETS = '/api/lora-training/datasets';
const TEMPLATES = '/api/lora-training/templates';

type Item = Readonly<{ name: string; size_bytes: number; caption: string | null }>;

describe('datasets and templates of LoRA training', () => {
  let kinora: TestKinora;
  let ann: TestCaller;
  let ben: TestCaller;
  let unrestricted: TestCaller;
  let n = 0;

  beforeAll(async () => {
    kinora = await TestKinora.start({ training: { root: 'data' } });
    ann = await kinora.agent('ann');
    ben = await kinora.agent('ben');
    unrestricted = kinora.as(null);
  });
  afterAll(() => kinora.close());

  const inRoot = (...path: string[]): string => join(kinora.folder, 'data', ...path);
  const newDataset = async (caller: TestCaller): Promise<string> => {
    const id = `set-${(n += 1)}`;
    expect((await caller.post(DATASETS, { id, name: 'Foxes' })).status).toBe(201);
    return id;
  };
  const upload = async (caller: TestCaller, bytes: Buffer, name: string): Promise<string> =>
    (await caller.upload(name, bytes)).body.path;
  const itemsOf = async (caller: TestCaller, id: string): Promise<Item[]> =>
    (await caller.get<{ items: Item[] }>(`${DATASETS}/${id}/items`)).body.items.map(
      ({ name, size_bytes, caption }) => ({ name, size_bytes, caption }),
    );

  describe('datasets', () => {
    it('are folders of the training root, filled with copies of media and their captions', async () => {
      const id = await newDataset(ann);
      const fox = await upload(ann, await uniquePng(), 'fox.png');
      await ann.patch(`/api/media/${fox}/metadata`, { description: 'a fox, {description} $&' });
      const owl = await upload(ann, await jpeg(), 'owl.jpg');
      const caption = '[trigger], {description}';
      const added = await ann.post(`${DATASETS}/${id}/items`, { paths: [fox, owl, fox], caption });
      expect(added.body).toEqual({ changed: [fox, owl], image_count: 2, skipped: [] });
      await ann.delete(`/api/media/${fox}`);
      expect(await itemsOf(ann, id)).toEqual(
        [
          {
            name: fox,
            size_bytes: expect.any(Number),
            caption: '[trigger], a fox, {description} $&',
          },
          { name: owl, size_bytes: (await jpeg()).length, caption: '[trigger]' },
        ].sort((a, b) => (a.name < b.name ? -1 : 1)),
      );
      expect(readFileSync(inRoot('datasets', id, owl))).toEqual(await jpeg());
      expect((await ann.get(`${DATASETS}/${id}`)).body).toEqual({
        id,
        name: 'Foxes',
        description: '',
        image_count: 2,
        source: 'made',
        frozen_by: null,
        created_at: expect.any(String),
      });
      const inDataset = async () => (await ann.get(`/api/media?dataset=${id}`)).body;
      expect(await inDataset()).toMatchObject({ items: [{ path: owl }] });
      const names = [owl, '../../config.json'];
      const removed = await ann.send('DELETE', `${DATASETS}/${id}/items`, { body: { names } });
      expect(removed.body).toEqual({ changed: [owl], image_count: 1 });
      expect(await inDataset()).toMatchObject({ items: [] });
      expect(existsSync(join(kinora.folder, 'config.json'))).toBe(true);
      expect((await ann.delete(`${DATASETS}/${id}`)).body).toEqual({ ok: true, id });
      expect(existsSync(inRoot('datasets', id))).toBe(false);
    });

    it('copy nothing when one of the media is not a picture, or not the caller’s', async () => {
      const id = await newDataset(ann);
      const mine = await upload(ann, await uniquePng(), 'mine.png');
      const foreign = await upload(ben, await uniquePng(), 'foreign.png');
      const animation = await upload(ann, await gif(), 'animation.gif');
      const add = (paths: string[]) => ann.post(`${DATASETS}/${id}/items`, { paths });
      expect(await add([mine, foreign])).toMatchObject({
        status: 404,
        body: { code: 'media_not_found', param: 'paths[1]' },
      });
      expect(await add([mine, animation])).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'paths', 1], type: 'value_error' }] },
      });
      expect(await itemsOf(ann, id)).toEqual([]);
    });

    it('answer 409 for an id or a folder that exists; only admins register a folder', async () => {
      const id = await newDataset(ann);
      const taken = { status: 409, body: { code: 'id_taken' } };
      expect(await ben.post(DATASETS, { id, name: 'Mine' })).toMatchObject(taken);
      const { body: record } = await ann.get(`${DATASETS}/${id}`);
      expect(await ann.post(DATASETS, record)).toMatchObject(taken);
      mkdirSync(inRoot('datasets', 'by-hand', 'more'), { recursive: true });
      const picture = await uniquePng();
      writeFileSync(inRoot('datasets', 'by-hand', 'more', 'a.png'), picture);
      writeFileSync(inRoot('datasets', 'by-hand', 'more', 'a.txt'), 'by hand\n');
      expect(await ann.post(DATASETS, { id: 'by-hand', name: 'x' })).toMatchObject(taken);
      const registered = await unrestricted.post(DATASETS, { id: 'by-hand', name: 'By hand' });
      expect(registered.body).toMatchObject({ source: 'registered', image_count: 1, owner: null });
      const size_bytes = picture.length;
      expect(await itemsOf(unrestricted, 'by-hand')).toEqual([
        { name: 'more/a.png', size_bytes, caption: 'by hand' },
      ]);
      expect((await unrestricted.delete(`${DATASETS}/by-hand`)).status).toBe(200);
      expect(existsSync(inRoot('datasets', 'by-hand', 'more', 'a.png'))).toBe(true);
    });

    it('take what a filter finds: of a collection, of a character, or marked for training', async () => {
      const cat = await kinora.agent('cat');
      const id = await newDataset(cat);
      const paths: string[] = [];
      for (const name of ['a.png', 'b.png', 'c.png'])
        paths.push(await upload(cat, await uniquePng(), name));
      const [a = '', b = '', c = ''] = paths;
      const animation = await upload(cat, await gif(), 'd.gif');
      await upload(ben, await uniquePng(), 'foreign.png');
      const marked = { paths: [a, b], included_in_training_dataset: true };
      await cat.post('/api/media/metadata', marked);
      await cat.post('/api/media/metadata', { paths: [b, c], add_tags: ['best'] });
      const collection = (
        await cat.post<{ id: string }>('/api/collections', { name: 'All of them' })
      ).body;
      await cat.post(`/api/collections/${collection.id}/items`, { paths: [a, animation] });
      const add = async (body: object) =>
        (await cat.post<{ changed: string[] }>(`${DATASETS}/${id}/items`, body)).body;
      const inTraining = { included_in_training_dataset: true };
      expect(await add({ ...inTraining, dry_run: true })).toEqual({
        changed: [b, a],
        skipped: [],
        image_count: 0,
      });
      expect(await add({ ...inTraining, filter: { tag: ['best'] } })).toMatchObject({
        changed: [b],
        image_count: 1,
      });
      expect(await add({ filter: { collection: collection.id } })).toMatchObject({
        changed: [a],
        skipped: [animation],
      });
      expect(await add({ filter: { owner: 'ben' } })).toMatchObject({ changed: [] });
      for (const body of [{}, { paths: [a], filter: {} }, { paths: [a], ...inTraining }])
        expect(await cat.post(`${DATASETS}/${id}/items`, body)).toMatchObject({
          status: 422,
          body: { detail: [{ loc: ['body', 'paths'] }] },
        });
    });

    it('take uploads with the checks of the library, and keep them out of it', async () => {
      const dan = await kinora.agent('dan');
      const id = await newDataset(dan);
      const send = async (
        caller: TestCaller,
        bytes: Buffer,
        fields: Record<string, string> = {},
      ) => {
        const form = new FormData();
        for (const [name, value] of Object.entries(fields)) form.append(name, value);
        form.append('file', new Blob([new Uint8Array(bytes)]), 'Zoë’s cat.PNG');
        const { headers } = caller;
        const url = `${kinora.url}${DATASETS}/${id}/items/upload`;
        return read<{ changed: string[] }>(
          await fetch(url, { method: 'POST', headers, body: form }),
        );
      };
      const picture = await rotated('jpeg');
      const first = await send(dan, picture, { caption: 'a cat' });
      const [name = ''] = first.body.changed;
      expect(name).toMatch(/^Zoe-s-cat-[0-9a-f]{16}-0\.jpg$/);
      expect(readFileSync(inRoot('datasets', id, name))).toEqual(picture);
      expect((await send(dan, picture, { caption: 'the cat' })).body).toEqual({
        changed: [name],
        image_count: 1,
      });
      expect(await itemsOf(dan, id)).toMatchObject([{ name, caption: 'the cat' }]);
      expect(await send(dan, await gif())).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'file'] }] },
      });
      for (const [bytes, status] of [
        [decompressionBomb(20_000), 413],
        [picture.subarray(0, 200), 415],
        // A damaged video, which is refused for its type before its content is checked.
        [Buffer.from('\0\0\0\x18ftypisom\0\0\0\0'), 422],
      ] as const)
        expect((await send(dan, bytes)).status).toBe(status);
      expect((await send(dan, picture, { description: 'x' })).status).toBe(422);
      expect((await send(ben, picture)).status).toBe(404);
      expect(await itemsOf(dan, id)).toHaveLength(1);
      expect((await dan.get('/api/media?with_total=true')).body['total']).toBe(0);
      expect(readdirSync(join(kinora.folder, 'data', 'media', 'incoming'))).toEqual([]);
    });

    it('stay as they are while the disk is full', async () => {
      const id = await newDataset(ann);
      const paths = [await upload(ann, await uniquePng(), 'fox.png')];
      const training = { root: 'data' };
      kinora.configure({ training, limits: { min_free_bytes: Number.MAX_SAFE_INTEGER } });
      expect(await ann.post(`${DATASETS}/${id}/items`, { paths })).toMatchObject({
        status: 507,
        body: { code: 'disk_full' },
      });
      expect(readdirSync(inRoot('datasets', id))).toEqual([]);
      kinora.configure({ training });
      expect((await ann.post(`${DATASETS}/${id}/items`, { paths })).status).toBe(200);
    });

    it('finish an interrupted change at the next start', async () => {
      const id = await newDataset(ann);
      const change = inRoot('datasets', '.kinora', id, 'x.ready', 'items');
      mkdirSync(change, { recursive: true });
      writeFileSync(join(change, 'a.png'), await png());
      kinora = await kinora.restartInPlace();
      expect(readdirSync(inRoot('datasets', id))).toEqual(['a.png']);
    });

    it('never follow links out of the training root', async () => {
      const id = await newDataset(unrestricted);
      rmSync(inRoot('datasets', id), { recursive: true });
      symlinkSync(kinora.folder, inRoot('datasets', id));
      const picture = await upload(unrestricted, await uniquePng(), 'fox.png');
      expect((await unrestricted.get(`${DATASETS}/${id}`)).body['image_count']).toBe(0);
      expect(
        await unrestricted.post(`${DATASETS}/${id}/items`, { paths: [picture] }),
      ).toMatchObject({
        status: 409,
        body: { code: 'dataset_folder_missing' },
      });
      expect((await unrestricted.post(DATASETS, { id: '..', name: 'x' })).status).toBe(422);
    });
  });

  describe('captions', () => {
    /** Writes `a.png` to `c.png` with these captions into the folder of a new dataset of Ann's. */
    const captioned = async (...captions: string[]) => {
      const id = await newDataset(ann);
      const scaled = async (source: Buffer, width: number, height: number): Promise<Buffer> =>
        sharp(source).resize(width, height, { fit: 'fill' }).png().toBuffer();
      const fox = await png(7, 9, 3);
      const pictures = [
        await scaled(fox, 700, 900),
        await scaled(fox, 350, 450),
        await scaled(await png(20, 4, 5), 2000, 400),
      ];
      for (const [at, name] of ['a', 'b', 'c'].entries()) {
        writeFileSync(inRoot('datasets', id, `${name}.png`), pictures[at] ?? '');
        writeFileSync(inRoot('datasets', id, `${name}.txt`), captions[at] ?? '');
      }
      return { id, dataset: `${DATASETS}/${id}` };
    };
    const textsOf = async (id: string): Promise<(string | null)[]> =>
      (await itemsOf(ann, id)).map(({ caption }) => caption);

    it('are edited together, and the edits undone one by one', async () => {
      const { id, dataset } = await captioned('a red fox', 'a blue fox', '');
      const edit = {
        find: '(red|blue) (fox)',
        replace: '$2, $1',
        regex: true,
        prefix: '[trigger], ',
      };
      const dry = await ann.post(`${dataset}/captions`, { ...edit, dry_run: true });
      expect(dry.body).toEqual({
        changed_count: 3,
        changes: [
          { name: 'a.png', before: 'a red fox', after: '[trigger], a fox, red' },
          { name: 'b.png', before: 'a blue fox', after: '[trigger], a fox, blue' },
          { name: 'c.png', before: '', after: '[trigger],' },
        ],
        skipped: [],
        version: expect.any(String),
      });
      expect(await textsOf(id)).toEqual(['a red fox', 'a blue fox', '']);
      const version = dry.body['version'];
      const done = await ann.post(`${dataset}/captions`, { ...edit, version });
      expect(done.body).toMatchObject({ changed_count: 3 });
      const captions = [{ name: 'b.png', caption: ' a wolf ' }];
      expect(await ann.patch(`${dataset}/captions`, { captions, version })).toMatchObject({
        status: 409,
        body: { code: 'dataset_changed', version: done.body['version'] },
      });
      const set = await ann.patch(`${dataset}/captions`, {
        captions,
        version: done.body['version'],
      });
      const listed = await ann.get(`${dataset}/captions/versions`);
      expect(listed.body).toMatchObject({
        items: [
          { number: 2, request: { kind: 'set' }, changed_count: 1 },
          { number: 1, request: { kind: 'replace', ...edit, suffix: '' }, changed_count: 3 },
        ],
        version: set.body['version'],
      });
      writeFileSync(inRoot('datasets', id, 'c.txt'), 'by hand');
      const undo = () => ann.post(`${dataset}/captions/undo`, {});
      expect((await undo()).body).toMatchObject({ changed_count: 1, skipped: [] });
      expect((await undo()).body).toMatchObject({ changed_count: 2, skipped: ['c.png'] });
      expect(await textsOf(id)).toEqual(['a red fox', 'a blue fox', 'by hand']);
      expect(await undo()).toMatchObject({ status: 409, body: { code: 'caption_undo_empty' } });
      expect((await ben.post(`${dataset}/captions/undo`, {})).status).toBe(404);
    });

    it('stay as they are when an edit is refused', async () => {
      const { id, dataset } = await captioned('a fox', 'x'.repeat(20_000), 'a fox');
      writeFileSync(inRoot('datasets', id, 'c.txt'), Buffer.from([0xfc]));
      const refusals: [object, string][] = [
        [{}, 'find'],
        [{ find: '(', regex: true }, 'find'],
        [{ find: 'x', replace: 'xx' }, 'replace'],
      ];
      for (const [body, field] of refusals)
        expect(await ann.post(`${dataset}/captions`, body)).toMatchObject({
          status: 422,
          body: { detail: [{ loc: ['body', field], type: 'value_error' }] },
        });
      for (const names of [['none.png'], ['a.png', 'c.png'], ['b.png', 'a.png', 'b.png']]) {
        const captions = names.map((name) => ({ name, caption: 'x' }));
        const detail = [{ loc: ['body', 'captions', names.length - 1, 'name'] }];
        const refused = { status: 422, body: { detail } };
        expect(await ann.patch(`${dataset}/captions`, { captions })).toMatchObject(refused);
      }
      expect(
        (await ann.post(`${dataset}/captions`, { find: 'fox', replace: 'hen' })).body,
      ).toMatchObject({
        changed_count: 1,
        skipped: ['c.png'],
      });
      expect(await textsOf(id)).toEqual(['a hen', 'x'.repeat(20_000), null]);
    });

    it('and pictures are checked in a report, which says how each picture is cropped', async () => {
      const { id, dataset } = await captioned('[trigger] by day', 'by night', '');
      writeFileSync(inRoot('datasets', id, 'd.png'), 'no picture');
      const { body } = await ann.get(`${dataset}/report?base_config=qwen_image_identity`);
      expect(body).toMatchObject({
        image_count: 4,
        inspected_count: 4,
        warnings: [
          { code: 'few_pictures', pictures: [] },
          { code: 'unreadable', pictures: ['d.png'] },
          { code: 'small_pictures', pictures: ['b.png'] },
          { code: 'mixed_shapes', pictures: ['c.png'] },
          { code: 'near_duplicates', pictures: ['a.png', 'b.png'] },
          { code: 'captions_missing', pictures: ['c.png', 'd.png'] },
          { code: 'trigger_missing', pictures: ['b.png'] },
        ],
      });
      expect(body['pictures']).toContainEqual({
        name: 'b.png',
        width: 350,
        height: 450,
        buckets: [768, 896, 1024].map((resolution) => ({
          resolution,
          width: 352,
          height: 448,
          crop: { left: 0, top: 2, width: 350, height: 445 },
        })),
      });
      expect((await ben.get(`${dataset}/report`)).status).toBe(404);
    });
  });

  describe('templates', () => {
    it('come with the service, and files of the training root are added live', async () => {
      const { body } = await ann.get<{ items: { name: string; is_default: boolean }[] }>(TEMPLATES);
      expect(body.items.map(({ name }) => name)).toEqual([
        'flux1_identity',
        'flux2_klein_identity',
        'qwen_image_identity',
        'sdxl_identity',
        'wan22_t2v_identity',
        'zimage_identity',
        'zimage_turbo_identity',
      ]);
      expect(body.items.filter(({ is_default }) => is_default)).toEqual([
        expect.objectContaining({ name: 'zimage_turbo_identity', arch: 'zimage:turbo' }),
      ]);
      mkdirSync(inRoot('templates'), { recursive: true });
      const mine = 'arch: sd15\nmodel_name_or_path: owner/sd15\nsets: { steps: 500 }\n';
      writeFileSync(inRoot('templates', 'mine.yaml'), mine);
      writeFileSync(inRoot('templates', 'broken.yaml'), 'arch: [\n');
      writeFileSync(inRoot('templates', 'sdxl_identity.yml'), 'model_name_or_path: x\n');
      const now = (await ann.get<{ items: { name: string }[] }>(TEMPLATES)).body;
      expect(now.items.find(({ name }) => name === 'mine')).toEqual({
        name: 'mine',
        arch: 'sd15',
        model_name_or_path: 'owner/sd15',
        sets: { model: 'mine', model_name_or_path: 'owner/sd15', steps: 500 },
        source: 'training_root',
        is_default: false,
      });
      expect(now).toMatchObject({
        problems: [
          { name: 'broken', message: expect.stringMatching(/^it is not YAML: /) },
          { name: 'sdxl_identity', message: 'write arch as a text of at least one character' },
        ],
      });
      rmSync(inRoot('templates'), { recursive: true });
    });
  });
});
