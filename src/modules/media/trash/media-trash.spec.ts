import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { MediaTestApp, as, anOutput, from } from '../../../../test/support/media-test-app';
import { png } from '../../../../test/support/media-samples';
import { type PostgresServer, startPostgres } from '../../../../test/support/postgres';
import { describeWith } from '../../../../test/support/required-programs';
import { WriteGate } from '../../../platform/database/write-gate';
import { UNRESTRICTED } from '../../../platform/access/caller';
import { DatasetMedia } from '../public/dataset-media';
import { MediaIntake } from '../public/media-intake';
import { MediaReader } from '../public/media-reader';
import { MediaChangesRepository } from '../catalogue/media-changes.repository';
import { MediaRemovalService } from '../catalogue/media-removal.service';
import { MediaFilesStore } from '../storage/media-files.store';
import { RetentionService } from './retention.service';
import { TrashExpiryService } from './trash-expiry.service';

function trashSuite(database: () => string | undefined): void {
  let testApp: MediaTestApp;
  let picture: Buffer;
  let databaseUrl: string | undefined;

  beforeAll(async () => {
    picture = await png();
    databaseUrl = database();
    await open({});
  });
  afterEach(() => testApp.empty());
  afterAll(() => testApp.close());

  const open = async (options: { folder?: string }) => {
    testApp = await MediaTestApp.open({ ...options, ...(databaseUrl ? { databaseUrl } : {}) });
  };
  const ann = as('ann');
  const bob = as('bob');
  const upload = async (content = picture) =>
    (await testApp.upload(content, { headers: ann })).body;
  const record = (path: string, query = '') => testApp.get(`/api/media/${path}${query}`, ann);
  const fileStatus = async (target: string, headers = ann) =>
    (await fetch(`${testApp.url}${target}`, { headers })).status;
  const total = async (query = '') =>
    (await testApp.get(`/api/media?with_total=true&facets=true${query}`, ann)).body;
  const move = (verb: 'delete' | 'restore' | 'purge', paths: string[], headers = ann) =>
    testApp.send('POST', `/api/media/${verb}`, { paths }, headers);

  it('finds what is in the trash only with trashed=true, and with it record, file and thumbnail', async () => {
    const { path } = await upload();
    await testApp.send('PATCH', `/api/media/${path}/metadata`, { tags: ['sea'] }, ann);
    expect((await testApp.delete(`/api/media/${path}`, ann)).body).toMatchObject({
      ok: true,
      path,
    });
    const { status, body: refusal } = await record(path);
    expect([status, refusal]).toEqual([
      404,
      {
        code: 'media_not_found',
        detail: expect.stringMatching(/^This media file is in the trash\. Restore it with POST/),
        hint: 'POST /api/media/restore',
      },
    ]);
    expect(await testApp.get(`/api/media/${path}`, bob)).toMatchObject({
      status: 404,
      body: (await testApp.get('/api/media/none.png', bob)).body,
    });
    expect(await fileStatus(`/media/${path}`)).toBe(404);
    expect(await fileStatus(`/media/${path}?thumbnail=256`)).toBe(404);
    expect(await total()).toMatchObject({ total: 0, items: [], facets: { tag: [] } });
    const { body } = await record(path, '?trashed=true');
    expect(body).toMatchObject({ path, tags: ['sea'], trashed_at: expect.any(String) });
    expect(await fileStatus(body.url)).toBe(200);
    expect(await fileStatus(body.thumbnail_url ?? '')).toBe(200);
    expect(await fileStatus(body.url, bob)).toBe(404);
    expect(await total('&trashed=true')).toMatchObject({ total: 1, items: [{ path }] });
  });

  it('lists the page around one in the trash', async () => {
    const paths: string[] = [];
    for (const edge of [8, 9, 10, 11]) paths.push((await upload(await png(edge, 8))).path);
    await move('delete', paths.slice(0, 3));
    const page = await total(`&trashed=true&limit=1&around=${paths[0]!}`);
    expect(page).toMatchObject({ index: 2, items: [{ path: paths[0] }], next_cursor: null });
    expect(await total(`&around=${paths[0]!}`)).toMatchObject({ index: null });
    expect(await total(`&trashed=true&around=${paths[3]!}`)).toMatchObject({ index: null });
  });

  it('restores with everything, changes nothing about live ones, and purges none of them', async () => {
    const { path } = await upload();
    await testApp.send('PATCH', `/api/media/${path}/metadata`, { tags: ['sea'], rating: 3 }, ann);
    const { body: before } = await record(path);
    await move('delete', [path]);
    expect((await move('restore', [path])).body).toMatchObject({ restored: 1, failed: [] });
    expect((await record(path)).body).toEqual(before);
    expect(await total()).toMatchObject({
      total: 1,
      facets: { tag: [{ value: 'sea', count: 1 }] },
    });
    expect((await move('restore', [path])).body).toMatchObject({ restored: 0, failed: [] });
    expect((await move('purge', [path])).body).toEqual({
      purged: 0,
      failed: [{ path, code: 'not_trashed' }],
    });
    expect((await record(path)).body).toEqual(before);
  });

  it('leaves media of others and those in the wrong state alone, and says so', async () => {
    const { path } = await upload();
    const failed = [{ path, code: 'media_not_found' }];
    expect((await move('delete', [path], bob)).body).toMatchObject({ deleted: 0, failed });
    await move('delete', [path, path]);
    expect((await move('delete', [path])).body).toMatchObject({ deleted: 0, failed });
    for (const verb of ['restore', 'purge'] as const)
      expect((await move(verb, [path, 'none.png'], bob)).body).toMatchObject({
        failed: [failed[0], { path: 'none.png', code: 'media_not_found' }],
      });
    expect((await record(path, '?trashed=true')).status).toBe(200);
  });

  it('takes an upload of the same bytes for the one in the trash, until that is purged', async () => {
    const first = await upload();
    await move('delete', [first.path]);
    const again = await testApp.upload(picture, { headers: ann });
    expect(again).toEqual({ status: 200, body: { ...first, duplicate: true, restored: true } });
    await testApp.purge(first.path, ann);
    expect(testApp.files()).toEqual([]);
    const third = await testApp.upload(picture, { headers: ann });
    expect(third.status).toBe(201);
    expect(third.body.path).not.toBe(first.path);
  });

  it('stores the same bytes once when they are uploaded several times at once', async () => {
    for (const headers of [ann, {}]) {
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => testApp.upload(picture, { headers })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
      expect(new Set(answers.map(({ body }) => body.path)).size).toBe(1);
    }
    expect(testApp.originals()).toHaveLength(2);
  });

  it('keeps an output in the trash that is collected again, and its bytes for jobs that wait for them', async () => {
    const output = anOutput({ ownerId: 'ann' });
    const intake = testApp.app.get(MediaIntake);
    const { path } = (await intake.storeOutput(output, from(picture)))!;
    await move('delete', [path]);
    expect((await intake.storeOutput(output, from(picture)))?.path).toBe(path);
    expect((await record(path)).status).toBe(404);
    const { sha256 } = (await record(path, '?trashed=true')).body;
    const reader = testApp.app.get(MediaReader);
    expect(await reader.openContent(sha256, 'ann')).toMatchObject({ size: picture.length });
    // They go on waiting while the disk is away.
    const folder = join(testApp.folder, 'data', 'media', 'files');
    renameSync(folder, `${folder}-away`);
    await expect(reader.openContent(sha256, 'ann')).rejects.toThrow('ENOENT');
    renameSync(`${folder}-away`, folder);
    await move('purge', [path]);
    expect(await reader.openContent(sha256, 'ann')).toBeNull();
  });

  it('purges the other files when one cannot be deleted, which is deleted at the next start', async () => {
    const paths = [(await upload()).path, (await upload(await png(9))).path];
    await move('delete', paths);
    const files = testApp.app.get(MediaFilesStore);
    const refused = Object.assign(new Error('EACCES'), { code: 'EACCES' });
    const removing = jest.spyOn(files, 'remove').mockRejectedValueOnce(refused);
    expect((await move('purge', paths)).body).toMatchObject({ purged: 2 });
    removing.mockRestore();
    const left = testApp.originals().filter((name) => name.startsWith('files/'));
    expect(left).toHaveLength(1);
    await testApp.app.get(MediaRemovalService).reconcile();
    expect(testApp.originals()).toEqual([]);
  });

  it('counts the bytes of an owner until they are purged', async () => {
    testApp.configure({ limits: { owner_bytes: picture.length } });
    const { path } = await upload();
    await move('delete', [path]);
    const other = Buffer.concat([picture.subarray(0, -1), Buffer.from([1])]);
    expect((await testApp.upload(other, { headers: ann })).status).toBe(507);
    await move('purge', [path]);
    expect((await testApp.upload(picture, { headers: ann })).status).toBe(201);
  });

  describe('media.retention', () => {
    const moveDue = () => testApp.app.get(RetentionService).moveDue(new AbortController().signal);
    const old = async (content = picture) => {
      const { path } = await upload(content);
      const position = `${Date.UTC(2020)}000 + (SELECT COUNT(*) FROM media_assets)`;
      const sql = `UPDATE media_assets SET created_at = '2020-01-01T00:00:00.000Z', position = ${position} WHERE path = '${path}'`;
      await testApp.app.get(WriteGate).run(async (tx) => tx.query(sql));
      return path;
    };
    const rate = (path: string, rating: number) =>
      testApp.send('PATCH', `/api/media/${path}/metadata`, { rating }, ann);
    const trashed = async () => (await total('&trashed=true')).items.map(({ path }) => path);

    it('moves nothing to the trash by itself', async () => {
      await old();
      await moveDue();
      expect(await trashed()).toEqual([]);
    });

    it('moves what a rule names to the trash, from where it can be restored', async () => {
      const paths = [await old(), await old(await png(9, 9))];
      const [plain = '', rated = ''] = paths;
      const { path: fresh } = await upload(await png(10, 10));
      await rate(rated, 4);
      testApp.configure({ media: { retention: [{ older_than_days: 90, type: 'image' }] } });
      await moveDue();
      expect(await trashed()).toEqual([plain]);
      expect((await total()).items.map(({ path }) => path).sort()).toEqual([fresh, rated].sort());
      expect((await move('restore', [plain])).body).toMatchObject({ restored: 1 });
    });

    it('purges in the same pass where media.trash_days is 0', async () => {
      await old();
      testApp.configure({ media: { trash_days: 0, retention: [{ older_than_days: 90 }] } });
      await testApp.app.get(TrashExpiryService).deleteDue(new AbortController().signal);
      expect(testApp.files()).toEqual([]);
    });

    it('leaves what was copied into a training dataset', async () => {
      const path = await old();
      const caller = { ...UNRESTRICTED, ownerId: 'ann' };
      await testApp.app.get(DatasetMedia).setMembership(caller, 'foxes', [path], true);
      testApp.configure({ media: { retention: [{ older_than_days: 90 }] } });
      await moveDue();
      expect(await trashed()).toEqual([]);
    });

    it('leaves what is in a collection, or got a rating before its turn', async () => {
      const [rated, collected] = [await old(), await old(await png(9, 9))];
      await testApp.app
        .get(WriteGate)
        .run(async (tx) =>
          tx.query(
            "INSERT INTO media_collection_items (collection_id, position) SELECT 'col_1', position " +
              `FROM media_assets WHERE path = '${collected}'`,
          ),
        );
      testApp.configure({ media: { retention: [{ older_than_days: 90 }] } });
      const changes = testApp.app.get(MediaChangesRepository);
      const byOwner = jest.spyOn(changes, 'byOwner').mockImplementationOnce(async () => {
        await rate(rated, 5);
        return new Map([['ann', [rated, collected]]]);
      });
      await moveDue();
      expect(byOwner).toHaveBeenCalled();
      expect(await trashed()).toEqual([]);
      byOwner.mockRestore();
    });
  });

  describe('the end of media.trash_days', () => {
    const age = (path: string, days: number) =>
      testApp.app.get(WriteGate).run(async (tx) => {
        const at = new Date(Date.now() - days * 24 * 3600 * 1000).toISOString();
        await tx.query(`UPDATE media_assets SET trashed_at = '${at}' WHERE path = '${path}'`);
      });

    it('purges what was deleted before', async () => {
      const old = await upload();
      const fresh = await upload(await png(9, 9));
      await move('delete', [old.path, fresh.path]);
      await age(old.path, 31);
      await age(fresh.path, 29);
      await testApp.app.get(TrashExpiryService).purgeExpired(new AbortController().signal);
      expect(await total('&trashed=true')).toMatchObject({ items: [{ path: fresh.path }] });
      expect(testApp.files().filter((file) => file.includes(old.path))).toEqual([]);
    });

    it('comes at once where it is 0', async () => {
      testApp.configure({ media: { trash_days: 0 } });
      const { path } = await upload();
      expect((await testApp.delete(`/api/media/${path}`, ann)).status).toBe(200);
      expect((await record(path, '?trashed=true')).status).toBe(404);
      expect(testApp.files()).toEqual([]);
    });
  });
}

describe('the trash on SQLite', () => {
  trashSuite(() => undefined);
});

describeWith('postgres', 'the trash on PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());
  trashSuite(() => server.createDatabase('trash'));
});
