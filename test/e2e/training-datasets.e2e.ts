import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestCaller } from '../support/caller';
import { TestKinora } from '../support/kinora';
import { gif, jpeg, uniquePng } from '../support/media-samples';

const DATASETS = '/api/lora-training/datasets';
const TEMPLATES = '/api/lora-training/templates';

interface Item {
  readonly name: string;
  readonly caption: string;
}

describe('datasets and templates of LoRA training', () => {
  let kinora: TestKinora;
  let ann: TestCaller;
  let ben: TestCaller;
  let open: TestCaller;
  let n = 0;

  beforeAll(async () => {
    kinora = await TestKinora.start({ training: { root: 'training' } });
    ann = await kinora.agent('ann');
    ben = await kinora.agent('ben');
    open = kinora.as(null);
  });
  afterAll(() => kinora.close());

  const inRoot = (...path: string[]): string => join(kinora.folder, 'training', ...path);
  const newDataset = async (caller: TestCaller): Promise<string> => {
    const id = `set-${(n += 1)}`;
    expect((await caller.post(DATASETS, { id, name: 'Foxes' })).status).toBe(201);
    return id;
  };
  const upload = async (caller: TestCaller, bytes: Buffer, name: string): Promise<string> =>
    (await caller.upload(name, bytes)).body.path;
  const itemsOf = async (caller: TestCaller, id: string): Promise<Item[]> =>
    (await caller.get<{ items: Item[] }>(`${DATASETS}/${id}/items`)).body.items;

  describe('datasets', () => {
    it('are folders of the training root, filled with copies of media and their captions', async () => {
      const id = await newDataset(ann);
      const fox = await upload(ann, await uniquePng(), 'fox.png');
      await ann.patch(`/api/media/${fox}/metadata`, { description: 'a fox, {description} $&' });
      const owl = await upload(ann, await jpeg(), 'owl.jpg');
      const caption = '[trigger], {description}';
      const added = await ann.post(`${DATASETS}/${id}/items`, { paths: [fox, owl, fox], caption });
      expect(added.body).toEqual({ changed: [fox, owl], image_count: 2 });
      await ann.delete(`/api/media/${fox}`);
      expect(await itemsOf(ann, id)).toEqual(
        [
          {
            name: fox,
            size_bytes: expect.any(Number),
            caption: '[trigger], a fox, {description} $&',
          },
          { name: owl, size_bytes: (await jpeg()).length, caption: '[trigger],' },
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
      const names = [owl, '../../config.json'];
      const removed = await ann.send('DELETE', `${DATASETS}/${id}/items`, { body: { names } });
      expect(removed.body).toEqual({ changed: [owl], image_count: 1 });
      expect(existsSync(join(kinora.folder, 'config.json'))).toBe(true);
      expect((await ann.delete(`${DATASETS}/${id}`)).body).toEqual({ ok: true, id });
      expect(existsSync(inRoot('datasets', id))).toBe(false);
    });

    it('copy nothing when one of the media is no picture, or not the caller’s', async () => {
      const id = await newDataset(ann);
      const mine = await upload(ann, await uniquePng(), 'mine.png');
      const foreign = await upload(ben, await uniquePng(), 'foreign.png');
      const animation = await upload(ann, await gif(), 'animation.gif');
      const add = (paths: string[]) => ann.post(`${DATASETS}/${id}/items`, { paths });
      expect(await add([mine, foreign])).toMatchObject({
        status: 404,
        body: { code: 'media_not_found' },
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
      mkdirSync(inRoot('datasets', 'by-hand', 'more'), { recursive: true });
      const picture = await uniquePng();
      writeFileSync(inRoot('datasets', 'by-hand', 'more', 'a.png'), picture);
      writeFileSync(inRoot('datasets', 'by-hand', 'more', 'a.txt'), 'by hand\n');
      expect(await ann.post(DATASETS, { id: 'by-hand', name: 'x' })).toMatchObject(taken);
      const registered = await open.post(DATASETS, { id: 'by-hand', name: 'By hand' });
      expect(registered.body).toMatchObject({ source: 'registered', image_count: 1, owner: null });
      const size_bytes = picture.length;
      expect(await itemsOf(open, 'by-hand')).toEqual([
        { name: 'more/a.png', size_bytes, caption: 'by hand' },
      ]);
      expect((await open.delete(`${DATASETS}/by-hand`)).status).toBe(200);
      expect(existsSync(inRoot('datasets', 'by-hand', 'more', 'a.png'))).toBe(true);
    });

    it('never follow links out of the training root', async () => {
      const id = await newDataset(open);
      rmSync(inRoot('datasets', id), { recursive: true });
      symlinkSync(kinora.folder, inRoot('datasets', id));
      const picture = await upload(open, await uniquePng(), 'fox.png');
      expect((await open.get(`${DATASETS}/${id}`)).body['image_count']).toBe(0);
      expect(await open.post(`${DATASETS}/${id}/items`, { paths: [picture] })).toMatchObject({
        status: 409,
        body: { code: 'dataset_folder_missing' },
      });
      expect((await open.post(DATASETS, { id: '..', name: 'x' })).status).toBe(422);
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
