import { mkdirSync, renameSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { DatasetFilesStore } from '../../src/modules/lora-training/datasets/dataset-files.store';
import { DatasetSlots } from '../../src/modules/lora-training/datasets/dataset-slots';
import { DatasetsRepository } from '../../src/modules/lora-training/datasets/datasets.repository';
import { DatasetMedia } from '../../src/modules/media/public/dataset-media';
import { OwnerStorage } from '../../src/modules/media/public/owner-storage';
import { ImageTool } from '../../src/platform/imaging/image-tool';
import type { TestCaller } from '../support/caller';
import { TestKinora } from '../support/kinora';
import { uniquePng } from '../support/media-samples';
import { waitUntil } from '../support/wait-until';

const DATASETS = '/api/lora-training/datasets';

describe('pictures of datasets', () => {
  let kinora: TestKinora;
  let ann: TestCaller;
  let ben: TestCaller;
  let n = 0;

  beforeAll(async () => {
    kinora = await TestKinora.start({ training: { root: 'data' } });
    ann = await kinora.agent('ann');
    ben = await kinora.agent('ben');
  });
  afterAll(() => kinora.close());

  const inRoot = (...path: string[]): string => join(kinora.folder, 'data', ...path);
  const fileOf = (id: string, name: string): string =>
    `${DATASETS}/${id}/items/${encodeURIComponent(name)}/file`;
  const newDataset = async (caller: TestCaller): Promise<string> => {
    const id = `set-${(n += 1)}`;
    expect((await caller.post(DATASETS, { id, name: 'Foxes' })).status).toBe(201);
    return id;
  };
  const upload = async (caller: TestCaller, bytes: Buffer, name: string): Promise<string> =>
    (await caller.upload(name, bytes)).body.path;

  it('have a dataset that can be made again after a failure between its folder and its record', async () => {
    const body = { id: `set-${(n += 1)}`, name: 'Foxes' };
    const failures = [
      jest.spyOn(kinora.app.get(DatasetsRepository), 'insert'),
      jest.spyOn(kinora.app.get(DatasetFilesStore), 'create'),
    ];
    for (const failure of failures) {
      failure.mockRejectedValueOnce(new Error('it fails on purpose'));
      expect((await ann.post(DATASETS, body)).status).toBe(500);
    }
    expect((await ann.post(DATASETS, body)).status).toBe(201);
  });

  it('are not all of the library by a filter that holds nothing', async () => {
    const caller = await kinora.agent('dora');
    const id = await newDataset(caller);
    await upload(caller, await uniquePng(7), 'one.png');
    const add = (body: object) => caller.post(`${DATASETS}/${id}/items`, body);
    for (const filter of [{}, { q: ' ' }, { tag: [] }]) {
      const { status, body } = await add({ filter });
      expect([status, body['detail']]).toMatchObject([422, [{ loc: ['body', 'filter'] }]]);
    }
    const chosen = { filter: {}, included_in_training_dataset: true };
    expect((await add(chosen)).body).toMatchObject({ changed: [] });
  });

  it('have a dataset whose name somebody else may take while it is stored', async () => {
    const body = { id: `set-${(n += 1)}`, name: 'Foxes' };
    const rows = kinora.app.get(DatasetsRepository);
    const insert = rows.insert.bind(rows);
    jest.spyOn(rows, 'insert').mockImplementationOnce((...args) => {
      mkdirSync(inRoot('datasets', body.id), { recursive: true });
      return insert(...args);
    });
    expect(await ann.post(DATASETS, body)).toMatchObject({
      status: 409,
      body: { code: 'id_taken' },
    });
    rmdirSync(inRoot('datasets', body.id));
    expect((await ann.post(DATASETS, body)).status).toBe(201);
  });

  it('are not copied from media that are purged while the copies wait for their turn', async () => {
    const id = await newDataset(ann);
    const picture = await upload(ann, await uniquePng(), 'fox.png');
    const owner = (await kinora.app.get(DatasetsRepository).find(id))?.owner_id ?? null;
    const slots = kinora.app.get(DatasetSlots);
    let release: () => void = () => undefined;
    const held = slots.run(owner, () => new Promise<void>((resolve) => (release = resolve)));
    const waits = jest.spyOn(slots, 'run');
    const added = ann.post(`${DATASETS}/${id}/items`, { paths: [picture] });
    await waitUntil(() => waits.mock.calls.length > 0);
    await ann.post('/api/media/delete', { paths: [picture] });
    await ann.post('/api/media/purge', { paths: [picture] });
    release();
    await held;
    waits.mockRestore();
    expect(await added).toMatchObject({ status: 404, body: { code: 'media_not_found' } });
    expect((await ann.get(`${DATASETS}/${id}`)).body).toMatchObject({ image_count: 0 });
  });

  it('have media that are listed with their dataset after a failure between copy and label', async () => {
    const id = await newDataset(ann);
    const picture = await upload(ann, await uniquePng(), 'fox.png');
    const labels = jest.spyOn(kinora.app.get(DatasetMedia, { strict: false }), 'setMembership');
    labels.mockRejectedValueOnce(new Error('it fails on purpose'));
    expect((await ann.post(`${DATASETS}/${id}/items`, { paths: [picture] })).status).toBe(500);
    const listed = async () => (await ann.get(`/api/media?dataset=${id}`)).body['items'];
    expect(await listed()).toEqual([]);
    kinora = await kinora.restartInPlace();
    expect(await listed()).toMatchObject([{ path: picture }]);
  });

  it('are served, whole and as thumbnails', async () => {
    const id = await newDataset(ann);
    const bytes = await uniquePng(600, 300);
    const picture = await upload(ann, bytes, 'fox.png');
    const paths = Array.from({ length: 201 }, () => picture);
    await ann.post(`${DATASETS}/${id}/items`, { paths });
    const { body: list } = await ann.get<{ items: object[] }>(`${DATASETS}/${id}/items`);
    expect(list.items).toMatchObject([{ name: picture, url: fileOf(id, picture) }]);
    const fetched = (query = '', headers = ann.headers) =>
      fetch(`${kinora.url}${fileOf(id, picture)}${query}`, { headers });
    const whole = await fetched();
    expect(whole.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(bytes);
    const decoded = jest.spyOn(kinora.app.get(ImageTool), 'renditions');
    for (let repeat = 0; repeat < 2; repeat += 1) {
      const small = await fetched('?thumbnail=256');
      expect(small.headers.get('content-type')).toBe('image/webp');
      const { width, height } = await sharp(await small.arrayBuffer()).metadata();
      expect([width, height]).toEqual([256, 128]);
      const known = { ...ann.headers, 'If-None-Match': small.headers.get('etag') ?? '' };
      expect((await fetched('?thumbnail=256', known)).status).toBe(304);
    }
    expect(decoded).toHaveBeenCalledTimes(1);
    decoded.mockRestore();
  });

  it('are refused to other keys, by names that lead elsewhere, and when they are damaged', async () => {
    const id = await newDataset(ann);
    const picture = await upload(ann, await uniquePng(), 'fox.png');
    await ann.post(`${DATASETS}/${id}/items`, { paths: [picture] });
    writeFileSync(inRoot('datasets', id, 'broken.png'), 'x');
    symlinkSync(join(kinora.folder, 'config.json'), inRoot('datasets', id, 'link.png'));
    const fetched = (name: string, query = '', headers = ann.headers) =>
      fetch(`${kinora.url}${fileOf(id, name)}${query}`, { headers });
    expect((await fetched('broken.png', '?thumbnail=256')).status).toBe(422);
    for (const name of ['link.png', 'none.png', '../../config.json', `../${id}/${picture}`])
      expect((await fetched(name)).status).toBe(404);
    expect((await fetched(picture, '', ben.headers)).status).toBe(404);
    expect((await fetched(picture, '?thumbnail=300')).status).toBe(422);
  });

  it('that share a text file have their captions set and undone together', async () => {
    const id = await newDataset(ann);
    const dataset = `${DATASETS}/${id}`;
    for (const name of ['a.png', 'a.webp', 'b.png'])
      writeFileSync(inRoot('datasets', id, name), await uniquePng());
    const set = (caption: string, other: string) =>
      ann.patch(`${dataset}/captions`, {
        captions: [
          { name: 'a.png', caption },
          { name: 'a.webp', caption: other },
        ],
      });
    const done = await set('a hen', 'a hen');
    expect(done.body).toMatchObject({ changed_count: 2 });
    const { version } = done.body;
    const captions = [{ name: 'a.webp', caption: 'a duck' }];
    const next = await ann.patch(`${dataset}/captions`, { captions, version });
    expect(next.body).toMatchObject({ changes: [{ name: 'a.png' }, { name: 'a.webp' }] });
    expect(await set('a hen', 'a goose')).toMatchObject({
      status: 422,
      body: {
        detail: [{ loc: ['body', 'captions', 1, 'name'], msg: expect.stringMatching(/a\.txt/) }],
      },
    });
    const undone = await ann.post(`${dataset}/captions/undo`, { version: next.body['version'] });
    expect(undone.body).toMatchObject({ changed_count: 2, version });
    const { body } = await ann.get<{ items: object[] }>(`${dataset}/items`);
    expect(body.items).toMatchObject([{ caption: 'a hen' }, { caption: 'a hen' }, { caption: '' }]);
  });

  it('count against the storage limit of their owner', async () => {
    const eve = await kinora.agent('eve');
    const id = await newDataset(eve);
    const bytes = await uniquePng();
    const picture = await upload(eve, bytes, 'fox.png');
    const items = `${DATASETS}/${id}/items`;
    const training = { root: 'data' };
    kinora.configure({ training, limits: { owner_bytes: Math.floor(bytes.length * 2.5) } });
    const refused = { status: 507, body: { code: 'quota_reached' } };
    expect((await eve.post(items, { paths: [picture] })).status).toBe(200);
    // The same picture again takes the place of the first.
    expect((await eve.post(items, { paths: [picture] })).status).toBe(200);
    expect(await eve.upload('owl.png', await uniquePng())).toMatchObject(refused);
    await eve.send('DELETE', items, { body: { names: [picture] } });
    const owl = await upload(eve, await uniquePng(), 'owl.png');
    expect(await eve.post(items, { paths: [owl] })).toMatchObject(refused);
    await eve.delete(`/api/media/${owl}`);
    await eve.post('/api/media/purge', { paths: [owl] });
    expect((await eve.post(items, { paths: [picture] })).status).toBe(200);
    // As when the training root is not mounted for a while.
    renameSync(inRoot('datasets', id), inRoot('away'));
    await eve.send('DELETE', items, { body: { names: ['none.png'] } });
    expect(await eve.upload('owl.png', await uniquePng())).toMatchObject(refused);
    renameSync(inRoot('away'), inRoot('datasets', id));
    await eve.delete(`${DATASETS}/${id}`);
    expect((await eve.upload('owl.png', await uniquePng())).status).toBe(201);
    kinora.configure({ training });
  });

  it('count what is on the disk, after the process ended between counting and writing', async () => {
    const fay = await kinora.agent('fay');
    const id = await newDataset(fay);
    const picture = await upload(fay, await uniquePng(), 'fox.png');
    const unsettled = (): Promise<readonly string[]> =>
      kinora.app.get(DatasetFilesStore).unsettled();
    const refused = await fay.post(`${DATASETS}/${id}/items`, { paths: ['none.png'] });
    expect([refused.status, await unsettled()]).toEqual([404, []]);
    const storage = kinora.app.get(OwnerStorage, { strict: false });
    let [source, owner]: readonly [string, string | null] = ['', null];
    const reserving = jest.spyOn(storage, 'reserve').mockImplementationOnce((...counted) => {
      [source, owner] = counted;
      return Promise.reject(new Error('the process ends here'));
    });
    const adding = await fay.post(`${DATASETS}/${id}/items`, { paths: [picture] });
    expect(adding.status).toBe(500);
    reserving.mockRestore();
    await storage.record(source, owner, 10 ** 9);
    expect(await unsettled()).toContain(id);
    kinora.configure({ training: { root: 'data' }, limits: { owner_bytes: 10 ** 6 } });
    expect((await fay.upload('owl.png', await uniquePng())).status).toBe(507);
    kinora = await kinora.restartInPlace();
    kinora.configure({ training: { root: 'data' }, limits: { owner_bytes: 10 ** 6 } });
    expect((await fay.upload('owl.png', await uniquePng())).status).toBe(201);
    // Further starts don't read it again.
    expect(await unsettled()).toEqual([]);
    kinora.configure({ training: { root: 'data' } });
  });
});
