import { UNRESTRICTED } from '../../src/platform/access/caller';
import { ReadConnection } from '../../src/platform/database/read-connection';
import { IdempotencyKeyEntity } from '../../src/platform/http/idempotency-key.entity';
import { IdempotencyService } from '../../src/platform/http/idempotency.service';
import type { Plain } from '../../src/platform/plain';
import { IdempotencyRepository } from '../../src/platform/http/idempotency.repository';
import { PlatformApp, type RawAnswer } from '../support/platform-app';
import { Work } from '../support/sample-module';
import { StatementLog } from '../support/statement-log';

describe('Idempotency-Key', () => {
  let kinora: PlatformApp;
  let work: Work;
  beforeAll(async () => {
    kinora = await PlatformApp.start();
    work = kinora.app.get(Work);
  });
  beforeEach(() => {
    work.runs = 0;
    work.before = () => Promise.resolve();
    work.after = () => Promise.resolve();
  });
  afterAll(() => kinora.close());

  const once = (key: string | undefined, body: unknown = { a: 1 }): Promise<RawAnswer> =>
    kinora.post('/sample/once', body, { 'Idempotency-Key': key });
  const rows = (key: string): Promise<Plain<IdempotencyKeyEntity>[]> =>
    kinora.app.get(ReadConnection).manager.findBy(IdempotencyKeyEntity, { key });

  it('runs every request without a key', async () => {
    expect((await once(undefined)).body).toEqual({ run: 1 });
    expect((await once(undefined)).body).toEqual({ run: 2 });
  });

  it('answers a repeat with the first response and runs nothing', async () => {
    const first = await once('repeat', { a: 1, b: [2, { c: 3, d: 4 }] });
    expect(first.body).toEqual({ run: 1 });
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    const again = await once('repeat', '{"b":[2.0,{"d":4,"c":3}],\n"a":1}');
    expect([again.status, again.body]).toEqual([201, { run: 1 }]);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(work.runs).toBe(1);
  });

  it('sends three statements about its key: look up, claim, store the answer', async () => {
    const statements = StatementLog.of(kinora.app);
    const headers = { 'Idempotency-Key': 'counted', 'X-Request-Id': 'counted' };
    await kinora.post('/sample/once', { a: 1 }, headers);
    const sent = statements.sentBy('counted').filter((sql) => sql.includes('idempotency_keys'));
    expect(sent.map((sql) => sql.split(' ')[0])).toEqual(['SELECT', 'INSERT', 'INSERT']);
  });

  it('answers 409 idempotency_mismatch for another body, also while the first request runs', async () => {
    const release = holdUp();
    const first = once('other');
    await started();
    expect((await once('other', { a: 2 })).body['code']).toBe('idempotency_mismatch');
    release();
    expect((await first).body).toEqual({ run: 1 });
    const late = await once('other', { a: 2 });
    expect([late.status, late.body['code']]).toEqual([409, 'idempotency_mismatch']);
  });

  it('runs one of fifty parallel requests and answers all with its result', async () => {
    const release = holdUp();
    const all = Array.from({ length: 50 }, () => once('fifty'));
    await started();
    release();
    const answers = await Promise.all(all);
    expect(answers.map((answer) => answer.body)).toEqual(Array(50).fill({ run: 1 }));
    const replayed = answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true');
    expect(replayed).toHaveLength(49);
    expect(await rows('fifty')).toHaveLength(1);
  });

  it('frees the key after an error, so that a waiting request runs', async () => {
    work.before = () => (work.runs === 1 ? Promise.reject(new Error('no')) : Promise.resolve());
    const answers = await Promise.all([once('error'), once('error'), once('error')]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 201, 500]);
    expect(work.runs).toBe(2);
    expect(await rows('error')).toHaveLength(1);
  });

  it('recovers what was created before the process died instead of creating it twice', async () => {
    work.after = () => Promise.reject(new Error('killed'));
    expect((await once('killed')).status).toBe(500);
    expect(await rows('killed')).toMatchObject([{ subject: 'job-1', response: null }]);
    work.after = () => Promise.resolve();
    expect((await once('killed')).body).toEqual({ recovered: 'job-1' });
    expect((await once('killed')).body).toEqual({ recovered: 'job-1' });
    expect((await once('killed', { a: 2 })).status).toBe(409);
    expect(work.runs).toBe(1);
  });

  it('rolls back when another process claims the key meanwhile', async () => {
    await once('raced');
    const keys = kinora.app.get(IdempotencyRepository);
    const [row] = await rows('raced');
    await keys.release({ caller: '', key: 'raced' });
    work.before = () => keys.storeAnswer({ ...row!, subject: 'job-of-another', response: null });
    expect((await once('raced')).body).toEqual({ recovered: 'job-of-another' });
    expect(await rows('raced')).toMatchObject([{ subject: 'job-of-another' }]);
  });

  it('rebuilds an answer that was stored for other rights, and runs nothing twice', async () => {
    await once('narrowed');
    const keys = kinora.app.get(IdempotencyRepository);
    const [row] = await rows('narrowed');
    expect(row).toMatchObject({ version: 0, response: '{"run":1}' });
    for (const version of [7, null]) {
      await keys.storeAnswer({ ...row!, version });
      expect((await once('narrowed')).body).toEqual({ recovered: 'job-1' });
      expect(await rows('narrowed')).toMatchObject([
        { version: 0, response: '{"recovered":"job-1"}' },
      ]);
    }
    expect(work.runs).toBe(1);
  });

  it('refuses a waiting request whose key is revoked; the first request continues', async () => {
    const caller = { ...UNRESTRICTED, ownerId: 'deleted-meanwhile', version: 1 };
    const request = { caller, route: 'POST /waits', key: 'waits', body: {} };
    let release: (answer: object) => void = () => undefined;
    const blocked = new Promise<object>((resolve) => (release = resolve));
    const run = (): Promise<object> =>
      kinora.app.get(IdempotencyService).run(
        request,
        () => blocked,
        () => Promise.resolve(null),
      );
    const first = run();
    await expect(run()).rejects.toMatchObject({ spec: { code: 'invalid_key' } });
    release({ done: true });
    expect(await first).toEqual({ done: true });
  });

  it('keeps keys over a restart', async () => {
    const first = await PlatformApp.start();
    const key = { 'Idempotency-Key': 'restart' };
    await first.post('/sample/once', {}, key);
    await first.stop();
    const second = await PlatformApp.start({}, first.folder);
    expect((await second.post('/sample/once', {}, key)).body).toEqual({ run: 1 });
    expect(second.app.get(Work).runs).toBe(0);
    await second.close();
  });

  it('keeps a key for 24 hours, then deletes it so that it can be used again', async () => {
    await once('old');
    const keys = kinora.app.get(IdempotencyRepository);
    const [row] = await rows('old');
    const age = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString();
    await keys.storeAnswer({ ...row!, created_at: age(23.9) });
    expect((await once('old')).body).toEqual({ run: 1 });
    await keys.storeAnswer({ ...row!, created_at: age(24.1) });
    expect((await once('old', { b: 2 })).body).toEqual({ run: 2 });
    await keys.storeAnswer({ ...row!, created_at: age(24.1) });
    await keys.sweep(age(24));
    expect(await rows('old')).toEqual([]);
  });

  it.each(['', 'ä', 'a\tb', 'x'.repeat(201)])(
    'refuses %j, which is not a part of the body',
    async (key) => {
      const { status, body } = await once(key);
      expect([status, body['code']]).toEqual([400, 'invalid_idempotency_key']);
    },
  );

  it('accepts up to 200 printable characters', async () => {
    const key = ` ~!"#'`.trim().padEnd(200, '~');
    expect((await once(key)).status).toBe(201);
    expect(await rows(key)).toHaveLength(1);
  });

  /** Blocks the work until the returned function is called. */
  function holdUp(): () => void {
    let release: () => void = () => undefined;
    const blocked = new Promise<void>((resolve) => (release = resolve));
    work.before = () => blocked;
    return release;
  }

  async function started(): Promise<void> {
    while (work.runs === 0) await new Promise(setImmediate);
  }
});
