import { createHash } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { Logger } from '@nestjs/common';
import { ReadConnection } from '../../src/platform/database/read-connection';
import { WriteGate } from '../../src/platform/database/write-gate';
import { AppLogger } from '../../src/platform/observability/app-logger';
import { type Answer, read, type TestCaller } from '../support/caller';
import { eventually } from '../support/eventually';
import { TestKinora } from '../support/kinora';
import { LateBody } from '../support/late-body';
import { uniquePng } from '../support/media-samples';

interface Uploaded {
  readonly code?: string;
  readonly path: string;
  readonly name: string;
  readonly duplicate?: boolean;
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('upload addresses', () => {
  let kinora: TestKinora;
  let root: TestCaller;
  let ann: TestCaller;
  const log: string[] = [];
  const LOCKED = { security: { require_api_key: true } };

  beforeAll(async () => {
    kinora = await TestKinora.start();
    Logger.overrideLogger(new AppLogger(() => 'trace', { write: (line) => void log.push(line) }));
    root = await kinora.agent('root', { is_admin: true });
    ann = await kinora.agent('ann');
    kinora.configure(LOCKED);
  });
  afterAll(() => kinora.close());

  async function address(
    caller: TestCaller,
    bytes: Buffer,
    fields: Record<string, unknown> = {},
  ): Promise<string> {
    const { status, body } = await caller.post<{ url: string; expires_at: string }>(
      '/api/media/upload-addresses',
      { filename: 'kitchen.png', size_bytes: bytes.length, sha256: sha256(bytes), ...fields },
    );
    expect(status).toBe(201);
    return body.url;
  }

  async function put(
    url: string,
    body: Buffer | ReadableStream,
    headers: Record<string, string> = {},
  ): Promise<Answer<Uploaded>> {
    const sent = body instanceof Buffer ? new Uint8Array(body) : body;
    // Fetch wants `duplex` for streams.
    const init = { method: 'PUT', body: sent, headers, duplex: 'half' };
    return read<Uploaded>(await fetch(url, init as RequestInit));
  }

  const inPieces = (...pieces: Buffer[]): ReadableStream =>
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new Uint8Array(piece));
        controller.close();
      },
    });

  const resultOf = ({ status, body }: Answer<Uploaded>): unknown => [status, body.code];
  const paths = async (caller: TestCaller): Promise<unknown> => {
    const { body } = await caller.get<{ items: Uploaded[] }>('/api/media');
    return body.items.map(({ path }) => path);
  };

  it('take one file without a key, which belongs to the caller who created them', async () => {
    const picture = await uniquePng();
    const url = await address(ann, picture, { sha256: sha256(picture).toUpperCase() });
    expect(url).toMatch(new RegExp(`^${kinora.url}/upload/[\\w-]{43}$`));
    const { status, body } = await put(url, picture, { 'Content-Type': 'text/plain' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ name: 'kitchen.png', source: 'uploaded', mime: 'image/png' });
    expect(body).toEqual((await ann.get(`/api/media/${body.path}`)).body);
    const again = await put(url, picture);
    expect([resultOf(again), again.body.path]).toEqual([[410, 'address_used'], body.path]);
  });

  it('answer 200 and the existing file when its owner has it already', async () => {
    const picture = await uniquePng();
    const { body: first } = await ann.upload('a.png', picture);
    const second = await put(await address(ann, picture), inPieces(picture));
    expect([second.status, second.body]).toMatchObject([
      200,
      { path: first.path, duplicate: true },
    ]);
  });

  it('refuse a file of another size or content, and can be used again', async () => {
    const picture = await uniquePng();
    const url = await address(ann, picture);
    const before = await paths(ann);
    const changed = Buffer.from(picture);
    changed[picture.length - 1]! ^= 1;
    const wrong: [Buffer | ReadableStream, string][] = [
      [picture.subarray(1), 'size_bytes'],
      [inPieces(picture.subarray(1)), 'size_bytes'],
      [inPieces(picture, Buffer.from('x')), 'size_bytes'],
      [Buffer.alloc(0), 'size_bytes'],
      [changed, 'sha256'],
    ];
    for (const [body, field] of wrong) {
      const answer = await put(url, body);
      expect([resultOf(answer), answer.body]).toMatchObject([[422, 'upload_mismatch'], { field }]);
    }
    expect(await paths(ann)).toEqual(before);
    expect((await put(url, picture)).status).toBe(201);
  });

  it('end an upload at the first byte too many', async () => {
    const picture = await uniquePng();
    const url = await address(ann, picture);
    const sender = request(url, { method: 'PUT' });
    const answered = new Promise<IncomingMessage>((resolve) => sender.once('response', resolve));
    const closed = new Promise((resolve) => sender.once('close', resolve));
    sender.on('error', () => undefined);
    const send = (): void => {
      if (!sender.destroyed) sender.write(picture, send);
    };
    send();
    expect((await answered).resume().statusCode).toBe(422);
    await closed;
  });

  it('refuse compressed bodies, and files of no accepted type', async () => {
    const text = Buffer.from('no picture');
    const url = await address(ann, text);
    expect(resultOf(await put(url, text))).toEqual([415, 'unsupported_media']);
    const packed = await put(url, text, { 'Content-Encoding': 'gzip' });
    expect(resultOf(packed)).toEqual([415, 'unsupported_media_type']);
  });

  it('take only one of several uploads at once', async () => {
    const picture = await uniquePng();
    const url = await address(ann, picture);
    const answers = await Promise.all(Array.from({ length: 5 }, () => put(url, picture)));
    expect(answers.map(resultOf).sort()).toEqual([
      [201, undefined],
      ...Array.from({ length: 4 }, () => [410, 'address_used']),
    ]);
  });

  it('can be used again after the sender has disconnected, or the service was killed during the upload', async () => {
    const picture = await uniquePng();
    const [left, killed] = [await address(ann, picture), await address(ann, await uniquePng())];
    const gone = new AbortController();
    let sent: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (sent = resolve));
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(picture.subarray(0, 20))),
      pull: () => sent(),
    });
    const cut = fetch(left, {
      method: 'PUT',
      body,
      signal: gone.signal,
      duplex: 'half',
    }).catch(() => 'cut');
    await begun;
    await eventually(async () => resultOf(await put(left, picture.subarray(1))) !== 422);
    gone.abort();
    expect(await cut).toBe('cut');
    await eventually(async () => (await put(left, picture)).status === 201);

    const claim = "UPDATE media_upload_addresses SET claimed_at = '2030' WHERE path IS NULL";
    await kinora.app.get(WriteGate, { strict: false }).run((tx) => tx.query(claim));
    expect(resultOf(await put(killed, picture))).toEqual([410, 'address_used']);
    kinora = await kinora.restartInPlace();
    expect(resultOf(await put(killed, picture))).toEqual([422, 'upload_mismatch']);
    kinora.configure(LOCKED);
  });

  it('stop working while their owner’s key is disabled, also when a file is arriving, and are deleted with the key', async () => {
    const eve = await kinora.agent('eve', {}, root);
    const picture = await uniquePng();
    const [url, other] = [await address(eve, picture), await address(eve, picture)];
    const late = await LateBody.begin(url, { method: 'PUT', headers: {}, body: picture });
    await root.patch('/api/agents/eve', { enabled: false });
    expect(resultOf(await put(other, picture))).toEqual([404, 'address_gone']);
    const { status, body } = await late.finish();
    expect([status, body['code']]).toEqual([404, 'address_gone']);
    expect(await paths(root)).not.toContain(body['path']);
    await root.patch('/api/agents/eve', { enabled: true });
    expect(await paths(eve)).toEqual([]);
    expect((await put(other, picture)).status).toBe(201);
    await root.delete('/api/agents/eve');
    const { manager } = kinora.app.get(ReadConnection, { strict: false });
    await eventually(async () => {
      const rows: { owner_id: string }[] = await manager.query(
        'SELECT address.owner_id FROM media_upload_addresses address ' +
          'JOIN agents ON agents.owner_id = address.owner_id WHERE agents.deleted_at IS NOT NULL',
      );
      return rows.length === 0;
    });
  });

  it('obey the limits of uploads', async () => {
    const picture = await uniquePng();
    const url = await address(ann, picture);
    kinora.configure({ ...LOCKED, limits: { owner_bytes: 10 } });
    expect(resultOf(await put(url, picture))).toEqual([507, 'quota_reached']);
    kinora.configure({ ...LOCKED, limits: { min_free_bytes: Number.MAX_SAFE_INTEGER } });
    expect(resultOf(await put(url, picture))).toEqual([507, 'disk_full']);
    kinora.configure({ ...LOCKED, limits: { upload_bytes: 10 } });
    expect(resultOf(await put(url, picture))).toEqual([413, 'upload_too_large']);
    const fields = { filename: 'a', size_bytes: 11, sha256: sha256(picture) };
    const refused = await ann.post('/api/media/upload-addresses', fields);
    expect([refused.status, refused.body['code']]).toEqual([413, 'upload_too_large']);
    kinora.configure(LOCKED);
    expect((await put(url, picture)).status).toBe(201);
  });

  it('reserve room for files under way, and take eight of a key at once, uploads with the key among them', async () => {
    const ivy = await kinora.agent('ivy', {}, root);
    const pictures = await Promise.all(Array.from({ length: 9 }, () => uniquePng()));
    const urls = await Promise.all(pictures.map((picture) => address(ivy, picture)));
    const { manager } = kinora.app.get(ReadConnection, { strict: false });
    const claimed = async (): Promise<number> => {
      const running = 'claimed_at IS NOT NULL AND path IS NULL';
      const sql = `SELECT id FROM media_upload_addresses WHERE ${running}`;
      return (await manager.query<unknown[]>(sql)).length;
    };
    const before = await claimed();
    const begin = async (...indexes: number[]): Promise<LateBody[]> => {
      const uploads = indexes.map((at) =>
        LateBody.begin(urls[at]!, { method: 'PUT', headers: {}, body: pictures[at]! }),
      );
      const begun = await Promise.all(uploads);
      await eventually(async () => (await claimed()) === before + Math.max(...indexes) + 1);
      return begun;
    };
    const [one, two] = pictures;
    kinora.configure({ ...LOCKED, limits: { owner_bytes: one!.length + two!.length - 1 } });
    const [first] = await begin(0);
    expect(resultOf(await put(urls[1]!, two!))).toEqual([507, 'quota_reached']);
    kinora.configure(LOCKED);
    const underWay = [first!, ...(await begin(1, 2, 3, 4, 5, 6, 7))];
    const refused = await put(urls[8]!, pictures[8]!);
    expect(resultOf(refused)).toEqual([429, 'uploads_busy']);
    expect(refused.headers.get('retry-after')).toBe('5');
    const direct = await ivy.upload('a.png', pictures[8]!);
    expect([direct.status, direct.body]).toMatchObject([429, { code: 'uploads_busy' }]);
    const other = await uniquePng();
    expect((await put(await address(ann, other), other)).status).toBe(201);
    for (const late of underWay) expect((await late.finish()).status).toBe(201);
    expect((await put(urls[8]!, pictures[8]!)).status).toBe(201);
  });

  it.each([
    [{ size_bytes: 0 }, 'size_bytes', 'greater_than_equal'],
    [{ sha256: 'z'.repeat(64) }, 'sha256', 'string_pattern_mismatch'],
    [{ filename: '' }, 'filename', 'string_too_short'],
  ])('are not created with %j', async (fields, name, type) => {
    const whole = { filename: 'a.png', size_bytes: 9, sha256: '0'.repeat(64), ...fields };
    const { status, body } = await ann.post('/api/media/upload-addresses', whole);
    expect([status, body]).toMatchObject([422, { detail: [{ loc: ['body', name], type }] }]);
  });

  it('are at most 100 unused per key, and one for each Idempotency-Key', async () => {
    const max = await kinora.agent('max', {}, root);
    const picture = await uniquePng();
    const body = { filename: 'a.png', size_bytes: picture.length, sha256: sha256(picture) };
    const ask = (headers = {}) =>
      max.send<{ url: string; code?: string }>('POST', '/api/media/upload-addresses', {
        body,
        headers,
      });
    const [first, repeat] = [
      await ask({ 'Idempotency-Key': 'one' }),
      await ask({ 'Idempotency-Key': 'one' }),
    ];
    expect([repeat.status, repeat.body]).toEqual([201, first.body]);
    const answers = await Promise.all(Array.from({ length: 105 }, () => ask()));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(99);
    expect(answers.find(({ status }) => status === 429)?.body.code).toBe('upload_address_cap');
    expect((await put(first.body.url, picture)).status).toBe(201);
    expect((await ask()).status).toBe(201);
  });

  it('expire, and their tokens are in no table and no log line', async () => {
    const url = await address(ann, await uniquePng());
    const token = url.split('/').at(-1) ?? '';
    expect(resultOf(await put(`${url}x`, Buffer.from('x')))).toEqual([404, 'address_gone']);
    expect(resultOf(await put(url, Buffer.from('x')))).toEqual([422, 'upload_mismatch']);
    const { manager } = kinora.app.get(ReadConnection, { strict: false });
    const rows = JSON.stringify(await manager.query('SELECT * FROM media_upload_addresses'));
    expect(rows).not.toContain(token);
    expect(log.join('')).toContain('/upload/:token');
    expect(log.join('')).not.toContain(token);
    const past = new Date(Date.now() - 1).toISOString();
    await kinora.app
      .get(WriteGate, { strict: false })
      .run((tx) => tx.query('UPDATE media_upload_addresses SET expires_at = $1', [past]));
    expect(resultOf(await put(url, Buffer.from('x')))).toEqual([404, 'address_gone']);
  });
});
