import { MediaTestApp, as } from '../../../../test/support/media-test-app';
import { png } from '../../../../test/support/media-samples';
import { type PostgresServer, startPostgres } from '../../../../test/support/postgres';
import { describeWith } from '../../../../test/support/required-programs';
import { eventually } from '../../../../test/support/eventually';
import { UNRESTRICTED } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock/clock';
import { BoundedReads } from '../../../platform/database/bounded-reads';
import { WriteGate } from '../../../platform/database/write-gate';
import { MediaListRepository } from '../catalogue/media-list.repository';
import { MediaRepository } from '../catalogue/media.repository';
import { MediaActionsService } from './media-actions.service';
import { UndoRepository } from '../undo/undo.repository';
import { CredentialChecker } from '../../../platform/access/credential-checker';
import { OperationsRepository } from '../operations/operations.repository';

type Body = Record<string, unknown>;

const NO_HASH = { hash_1: null, hash_2: null, hash_3: null, hash_4: null };

function bulkSuite(database: () => string | undefined): void {
  let testApp: MediaTestApp;
  let databaseUrl: string | undefined;

  beforeAll(async () => {
    databaseUrl = database();
    await open({});
  });
  afterEach(() => testApp.empty());
  afterAll(() => testApp.close());

  const open = async (options: { folder?: string }) => {
    testApp = await MediaTestApp.open({ ...options, ...(databaseUrl ? { databaseUrl } : {}) });
  };
  const ann = as('ann');
  const post = async (path: string, body: object = {}, headers = ann) => {
    const answer = await testApp.send('POST', path, body, headers);
    return { status: answer.status, body: answer.body as unknown as Body };
  };
  const bulk = (verb: string, body: object, headers = ann) =>
    post(`/api/media/${verb}`, body, headers);
  const upload = async (size: number, headers = ann) =>
    (await testApp.upload(await png(size, 8), { headers })).body.path;
  const record = async (path: string, query = '') =>
    (await testApp.get(`/api/media/${path}${query}`, ann)).body;
  const tokenOf = ({ body }: { body: object }) => (body as { undo: { token: string } }).undo.token;
  const undo = (token: string, headers = ann) => post(`/api/undo/${token}`, {}, headers);
  const patch = (path: string, body: object) =>
    testApp.send('PATCH', `/api/media/${path}/metadata`, body, ann);

  /** Copies of an asset's row under other paths, without its hash: pairing a thousand equal pictures takes long. */
  async function copies(path: string, count: number): Promise<void> {
    const rows = testApp.app.get(MediaRepository);
    const asset = { ...(await rows.find({ all: true }, path))!, ...NO_HASH };
    await testApp.app.get(WriteGate).run(async () => {
      for (let n = 0; n < count; n += 1) {
        const copy = { ...asset, path: `copy-${n}.png`, source: 'derived' as const };
        await rows.insert({ asset: copy, labels: [], origins: [] }, null);
      }
    });
  }

  it('changes what paths or a filter name, and undoes exactly that', async () => {
    const [one, two, other] = [await upload(9), await upload(10), await upload(11)];
    await patch(one, { tags: ['draft', 'sea'], rating: 2 });
    await patch(two, { tags: ['draft'] });
    const before = [await record(one), await record(two), await record(other)];
    const change = { add_tags: ['best'], remove_tags: ['draft'], rating: 5, favourite: true };
    const changed = await bulk('metadata', { filter: { tag: ['draft'] }, ...change });
    expect(changed).toMatchObject({ status: 200, body: { changed: 2, failed: [] } });
    expect(await record(one)).toMatchObject({ tags: ['best', 'sea'], rating: 5, favourite: true });
    expect(await record(other)).toEqual(before[2]);
    expect((await undo(tokenOf(changed), as('bob'))).status).toBe(404);
    expect(await undo(tokenOf(changed))).toEqual({ status: 200, body: { undone: 2 } });
    expect([await record(one), await record(two), await record(other)]).toEqual(before);
    expect((await undo(tokenOf(changed))).body).toMatchObject({ code: 'undo_not_found' });
  });

  it('leaves what was changed since as it is, and names it', async () => {
    const [one, two] = [await upload(9), await upload(10)];
    const changed = await bulk('metadata', { paths: [one, two], add_tags: ['best'] });
    await patch(one, { tags: ['mine'] });
    await patch(two, { rating: 4 });
    expect(await undo(tokenOf(changed))).toMatchObject({
      status: 409,
      body: { code: 'undo_stale', undone: 1, stale_count: 1, stale: [one] },
    });
    expect(await record(one)).toMatchObject({ tags: ['mine'] });
    expect(await record(two)).toMatchObject({ tags: [], rating: 4 });
  });

  it('stores one resync for a change of more than 200, and one for its undo', async () => {
    await copies(await upload(9), 220);
    let changed: { body: Body } | undefined;
    const change = { filter: { q: 'file' }, rating: 5 };
    const events = await testApp.eventsOf(async () => {
      changed = await bulk('metadata', change);
    });
    expect(changed?.body).toMatchObject({ changed: 221 });
    expect(events.map(({ kind, ownerId }) => [kind, ownerId])).toEqual([['resync', 'ann']]);
    const undone = await testApp.eventsOf(() => undo(tokenOf(changed!)));
    expect(undone.map(({ kind }) => kind)).toEqual(['resync']);
  });

  it('undoes the last hundred changes of an owner', async () => {
    const foreign = await bulk(
      'metadata',
      { paths: [await upload(9, as('bob'))], rating: 3 },
      as('bob'),
    );
    const changed = await bulk('metadata', { paths: [await upload(9)], rating: 3 });
    const second = await bulk('metadata', { paths: [await upload(12)], rating: 3 });
    const latest = await bulk('metadata', { paths: [await upload(10)], rating: 3 });
    const undos = testApp.app.get(UndoRepository);
    const path = await upload(11);
    await testApp.app.get(WriteGate).run(async (tx) => {
      for (let n = 0; n < 97; n += 1)
        await undos.insert(tx, undos.create({ ...UNRESTRICTED, ownerId: 'ann' }));
    });
    // Without an effect, so that it takes no other's place.
    const unchanged = await bulk('metadata', { paths: [path], rating: 0 });
    expect(unchanged.body).toEqual({ changed: 0, failed: [] });
    expect((await undo(tokenOf(changed))).status).toBe(200);
    await testApp.app.get(WriteGate).run(async (tx) => {
      for (let n = 0; n < 2; n += 1)
        await undos.insert(tx, undos.create({ ...UNRESTRICTED, ownerId: 'ann' }));
    });
    expect((await undo(tokenOf(second))).body).toMatchObject({ code: 'undo_not_found' });
    expect((await undo(tokenOf(latest))).status).toBe(200);
    expect((await undo(tokenOf(foreign), as('bob'))).status).toBe(200);
  });

  it('undoes deleting and restoring, but not purging', async () => {
    const path = await upload(9);
    const { body } = await testApp.delete(`/api/media/${path}`, ann);
    expect(await undo(tokenOf({ body }))).toMatchObject({ status: 200 });
    expect((await record(path)).trashed_at).toBeNull();
    await bulk('delete', { filter: { q: 'file' } });
    const restored = await bulk('restore', { filter: { trashed: true } });
    expect(restored.body).toMatchObject({ restored: 1 });
    await undo(tokenOf(restored));
    expect((await record(path, '?trashed=true')).trashed_at).toEqual(expect.any(String));
    const purged = await bulk('purge', { filter: { trashed: true } });
    expect(purged.body).toEqual({ purged: 1, failed: [] });
  });

  it('counts without changing anything, and refuses another count than the expected one', async () => {
    const path = await upload(9);
    const body = { filter: { source: 'uploaded' } };
    expect((await bulk('delete', { ...body, dry_run: true })).body).toEqual({ count: 1 });
    expect((await bulk('delete', { paths: [path, 'x.png'], dry_run: true })).body).toEqual({
      count: 1,
    });
    expect(await bulk('delete', { ...body, expected_count: 2 })).toMatchObject({
      status: 409,
      body: { code: 'count_changed', count: 1 },
    });
    expect((await record(path)).trashed_at).toBeNull();
    expect((await bulk('delete', { ...body, expected_count: 1 })).body).toMatchObject({
      deleted: 1,
    });
  });

  it('changes no more than it has counted when more match meanwhile', async () => {
    const [one, two] = [await upload(9), await upload(10)];
    await patch(one, { tags: ['draft'] });
    const reads = testApp.app.get(BoundedReads);
    const rows = reads.rows.bind(reads);
    jest.spyOn(reads, 'rows').mockImplementationOnce(async (...args) => {
      const counted = await rows(...args);
      await patch(two, { tags: ['draft'] });
      return counted;
    });
    const body = { filter: { tag: ['draft'] }, expected_count: 1 };
    expect(await bulk('delete', body)).toMatchObject({
      status: 409,
      body: { code: 'count_changed', count: 2 },
    });
    expect((await bulk('delete', { ...body, expected_count: 2 })).body['deleted']).toBe(2);
  });

  it('is about the caller’s own media, and for admins about those of an owner or all', async () => {
    await upload(9, {});
    await upload(9);
    await upload(9, as('bob'));
    const count = async (filter: object, headers = {}) =>
      (await bulk('delete', { filter, dry_run: true }, headers)).body['count'];
    expect(await count({ q: 'file' })).toBe(1);
    expect(await count({ q: 'file', owner: 'ann' })).toBe(1);
    expect(await count({ q: 'file', owner: '*' })).toBe(3);
    expect(await count({ q: 'file', owner: '*' }, ann)).toBe(1);
  });

  it.each<[object, string]>([
    [{}, 'paths'],
    [{ paths: ['a.png'], filter: { q: 'a' } }, 'paths'],
    [{ filter: {} }, 'filter'],
    [{ filter: { q: ' ', tag: [] } }, 'filter'],
    [{ filter: { trashed: true } }, 'trashed'],
    [{ filter: { color: 'red' } }, 'color'],
    [{ paths: Array(1001).fill('a.png') }, 'paths'],
  ])('refuses %j', async (body, field) => {
    expect(await bulk('delete', body)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: expect.arrayContaining(['body', field]) }] },
    });
  });

  it('refuses tags beyond the hundredth of an item, and changes the others', async () => {
    const [full, empty] = [await upload(9), await upload(10)];
    await patch(full, { tags: Array.from({ length: 100 }, (_, n) => `t${n}`) });
    expect((await bulk('metadata', { paths: [full, empty], add_tags: ['x'] })).body).toMatchObject({
      changed: 1,
      failed: [{ path: full, code: 'too_many_tags' }],
    });
  });

  describe('that run in the background', () => {
    const retryMs = 10_000;
    const start = async (headers: Record<string, string> = ann, filter: object = { q: 'file' }) => {
      jest.spyOn(testApp.app.get(MediaListRepository), 'countAll').mockResolvedValue(1_001);
      return bulk('delete', { filter }, headers);
    };
    const unfinished = () => testApp.app.get(OperationsRepository).unfinished();
    const allEnded = () => eventually(async () => (await unfinished()).length === 0);
    afterEach(() => jest.restoreAllMocks());

    it('end as failed after five errors in a row, without counting a full disk', async () => {
      await upload(9);
      const clock = testApp.app.get(Clock);
      const sleep = clock.sleep.bind(clock);
      jest
        .spyOn(clock, 'sleep')
        .mockImplementation((ms, signal) =>
          ms === retryMs ? Promise.resolve() : sleep(ms, signal),
        );
      const full = Object.assign(new Error('full'), { code: 'SQLITE_FULL' });
      const run = jest
        .spyOn(testApp.app.get(MediaActionsService), 'run')
        .mockRejectedValue(new TypeError('broken'));
      for (let n = 0; n < 6; n += 1) run.mockRejectedValueOnce(full);
      const { body } = await start();
      await allEnded();
      expect(run).toHaveBeenCalledTimes(11);
      const { body: ended } = await testApp.get(
        `/api/operations/${String(body['operation_id'])}`,
        ann,
      );
      expect(ended).toMatchObject({ status: 'failed', error_code: 'internal', changed: 0 });
    });

    it('are at most ten of an owner', async () => {
      await upload(9);
      await upload(9, as('bob'));
      const released = new AbortController();
      const end = new Promise<void>((resolve) =>
        released.signal.addEventListener('abort', () => resolve()),
      );
      jest
        .spyOn(testApp.app.get(MediaActionsService), 'run')
        .mockImplementation(() => end.then(() => ({ changed: 0, failed: [] })));
      const answers = await Promise.all(Array.from({ length: 14 }, () => start()));
      expect(answers.filter(({ status }) => status === 202)).toHaveLength(10);
      expect(await start()).toMatchObject({ status: 429, body: { code: 'too_many_operations' } });
      expect((await start(as('bob'))).status).toBe(202);
      released.abort();
      await allEnded();
    });

    it('tell each owner whose media they change', async () => {
      await upload(9);
      await upload(10, as('bob'));
      const events = await testApp.eventsOf(async () => {
        await start({}, { q: 'file', owner: '*' });
        await allEnded();
      });
      for (const ownerId of ['ann', 'bob'])
        expect(events).toContainEqual(expect.objectContaining({ kind: 'resync', ownerId }));
    });
  });

  describe('of more than 1,000 media', () => {
    const operation = async (id: unknown, headers = ann) =>
      testApp.get(`/api/operations/${String(id)}`, headers);
    const ended = async (id: unknown) =>
      eventually(async () => {
        const body = (await operation(id)).body as unknown as Body;
        return body['status'] !== 'running' && body;
      });

    it('runs in the background over what was there, also after a restart, and can be undone', async () => {
      const path = await upload(9);
      await copies(path, 1_100);
      // The process ends when the first chunk is changed and its end not yet stored.
      const advance = jest
        .spyOn(testApp.app.get(OperationsRepository), 'advance')
        .mockRejectedValue(new Error('killed'));
      const started = await bulk('delete', { filter: { q: 'file' } });
      expect(started.status).toBe(202);
      await eventually(() => Promise.resolve(advance.mock.calls.length > 0));
      const id = started.body['operation_id'];
      expect((await operation(id, as('bob'))).status).toBe(404);
      expect(await undo(tokenOf(started))).toMatchObject({ body: { code: 'undo_not_ready' } });
      const later = await upload(12);
      await testApp.end();
      await open({ folder: testApp.folder });
      expect(await ended(id)).toMatchObject({ total: 1_101, changed: 1_101, failed_count: 0 });
      expect((await record(later)).trashed_at).toBeNull();
      const total = async (query: string) =>
        (await testApp.get(`/api/media?with_total=true${query}`, ann)).body.total;
      expect([await total(''), await total('&trashed=true')]).toEqual([1, 1_101]);
      expect((await undo(tokenOf(started))).body).toEqual({ undone: 1_101 });
      expect([await total(''), await total('&trashed=true')]).toEqual([1_102, 0]);

      const issuer = jest.spyOn(testApp.app.get(CredentialChecker), 'issuer');
      issuer.mockResolvedValueOnce(null);
      const { body } = await bulk('delete', { filter: { q: 'file' } });
      const revoked = { status: 'failed', error_code: 'key_revoked', changed: 0 };
      expect(await ended(body['operation_id'])).toMatchObject(revoked);
      issuer.mockRestore();
    });
  });
}

describe('changes of several media on SQLite', () => {
  bulkSuite(() => undefined);
});

describeWith('postgres', 'changes of several media on PostgreSQL', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());
  bulkSuite(() => server.createDatabase('bulk'));
});
