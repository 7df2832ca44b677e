import { Logger } from '@nestjs/common';
import { ReadConnection } from '../../src/platform/database/read-connection';
import { WriteGate } from '../../src/platform/database/write-gate';
import { AppLogger } from '../../src/platform/observability/app-logger';
import type { TestCaller } from '../support/caller';
import { eventually } from '../support/eventually';
import { TestKinora } from '../support/kinora';
import { uniquePng } from '../support/media-samples';

interface Link {
  readonly id: string;
  readonly url: string;
  readonly expires_at: string;
  readonly opens: boolean;
}

describe('public links', () => {
  let kinora: TestKinora;
  let root: TestCaller;
  let ann: TestCaller;
  let picture: Buffer;
  let path: string;
  const log: string[] = [];

  beforeAll(async () => {
    kinora = await TestKinora.start();
    Logger.overrideLogger(new AppLogger(() => 'trace', { write: (line) => void log.push(line) }));
    root = await kinora.agent('root', { is_admin: true });
    kinora.configure({ security: { require_api_key: true } });
    ann = await kinora.agent('ann', {}, root);
    picture = await uniquePng(40, 30);
    path = await uploaded(ann, picture);
  });
  afterAll(() => kinora.close());

  async function uploaded(caller: TestCaller, bytes: Buffer): Promise<string> {
    const { body } = await caller.upload('kitchen.png', bytes);
    return body.path;
  }

  async function linked(caller: TestCaller, of = path, fields = {}): Promise<Link> {
    const { status, body } = await caller.post<Link>(`/api/media/${of}/link`, fields);
    expect(status).toBe(201);
    return body;
  }

  async function codeAt({ url }: Link): Promise<unknown> {
    const response = await fetch(url);
    if (response.status === 200) return 200;
    return [response.status, ((await response.json()) as { code: string }).code];
  }
  const GONE = [404, 'link_gone'];

  const listed = async (caller: TestCaller, query = ''): Promise<readonly Link[]> =>
    (await caller.get<{ items: Link[] }>(`/api/media/links${query}`)).body.items;
  const ids = async (...of: Parameters<typeof listed>): Promise<string[]> =>
    (await listed(...of)).map(({ id }) => id);

  /** What each link answers, after checking that the list says so, too. */
  async function codesAt(links: readonly Link[], ...of: Parameters<typeof listed>) {
    const codes: unknown[] = [];
    for (const link of links) codes.push(await codeAt(link));
    const opens = new Map((await listed(...of)).map((link) => [link.id, link.opens]));
    expect(links.map(({ id }) => opens.get(id))).toEqual(codes.map((code) => code === 200));
    return codes;
  }

  it('serve the file to everybody, a wrong key included, for the time that was asked for', async () => {
    const before = Date.now();
    const { url, expires_at } = await linked(ann, path, { ttl_seconds: 600 });
    expect(url).toMatch(new RegExp(`^${kinora.url}/link/[\\w-]{43}$`));
    expect(Math.abs(Date.parse(expires_at) - before - 600_000)).toBeLessThan(60_000);
    for (const headers of [{}, { Authorization: 'Bearer kin_wrong' }, { Cookie: 'kinora_key=x' }]) {
      const response = await fetch(url, { headers });
      expect(Buffer.from(await response.arrayBuffer()).equals(picture)).toBe(true);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'cache-control': 'private, max-age=60',
        'content-disposition': expect.stringContaining('inline') as string,
        'content-type': 'image/png',
        'cross-origin-resource-policy': 'cross-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('answer HEAD, ranges and conditions like the media route', async () => {
    const { url } = await linked(ann);
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, `${picture.length}`]);
    const part = await fetch(url, { headers: { Range: 'bytes=1-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'PNG']);
    const known = { 'If-None-Match': head.headers.get('etag') ?? '' };
    expect((await fetch(url, { headers: known })).status).toBe(304);
    expect((await fetch(url, { headers: { Range: 'bytes=999999-' } })).status).toBe(416);
  });

  it('are open to pages of other origins, for reading only', async () => {
    const { url } = await linked(ann);
    const page = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' };
    for (const method of ['GET', 'HEAD'])
      expect((await fetch(url, { method, headers: page })).status).toBe(200);
    expect((await fetch(url, { method: 'DELETE', headers: page })).status).toBe(403);
    const upload = url.replace('/link/', '/upload/');
    expect((await fetch(upload, { method: 'PUT', headers: page })).status).toBe(403);
  });

  it('are cached no longer than they last, and end', async () => {
    const link = await linked(ann, path, { ttl_seconds: 30 });
    const { headers } = await fetch(link.url);
    expect(headers.get('cache-control')).toMatch(/^private, max-age=[12]\d$/);
    await kinora.app
      .get(WriteGate, { strict: false })
      .run((tx) =>
        tx.query('UPDATE media_links SET expires_at = $1 WHERE id = $2', [
          new Date(Date.now() - 1).toISOString(),
          link.id,
        ]),
      );
    expect(await codeAt(link)).toEqual(GONE);
    expect(await ids(ann)).not.toContain(link.id);
    expect((await ann.delete(`/api/media/links/${link.id}`)).status).toBe(404);
  });

  it.each([
    [{ ttl_seconds: 0 }, 'greater_than_equal'],
    [{ ttl_seconds: 604_801 }, 'less_than_equal'],
    [{ ttl_seconds: '60' }, 'int_type'],
    [{ ttl: 60 }, 'extra_forbidden'],
  ])('%j is refused', async (fields, type) => {
    const { status, body } = await ann.post(`/api/media/${path}/link`, fields);
    expect([status, body]).toMatchObject([422, { detail: [{ type }] }]);
  });

  it('need no body: they last for an hour', async () => {
    const { status, body } = await ann.post<Link>(`/api/media/${path}/link`);
    expect(status).toBe(201);
    expect(Math.abs(Date.parse(body.expires_at) - Date.now() - 3_600_000)).toBeLessThan(60_000);
  });

  it('belong to who made them', async () => {
    const ben = await kinora.agent('ben', {}, root);
    const link = await linked(ann);
    expect((await ben.post(`/api/media/${path}/link`, {})).body['code']).toBe('media_not_found');
    expect(await ids(ben)).toEqual([]);
    expect((await ben.delete(`/api/media/links/${link.id}`)).body['code']).toBe('link_not_found');
    expect(await ids(root)).toEqual([]);
    expect(await ids(root, '?owner=ann')).toContain(link.id);
    const { body } = await root.get<{ items: { owner: string }[] }>('/api/media/links?owner=*');
    expect(body.items[0]?.owner).toBe('ann');
    expect((await root.delete(`/api/media/links/${link.id}`)).status).toBe(200);
    expect(await codeAt(link)).toEqual(GONE);
    const { body: audit } = await root.get<{ items: { action: string }[] }>('/api/audit');
    expect(audit.items[0]?.action).toBe('link.delete');
  });

  it('end with the deletion of the link, and the trash and purge of the file', async () => {
    const own = await uploaded(ann, await uniquePng(9, 9));
    const [deleted, kept] = [await linked(ann, own), await linked(ann, own)];
    expect((await ann.delete(`/api/media/links/${deleted.id}`)).body).toEqual({
      ok: true,
      id: deleted.id,
    });
    expect([await codeAt(deleted), await codeAt(kept)]).toEqual([GONE, 200]);
    await ann.delete(`/api/media/${own}`);
    expect(await codesAt([kept], ann)).toEqual([GONE]);
    expect((await ann.post(`/api/media/${own}/link`, {})).status).toBe(404);
    await ann.post('/api/media/restore', { paths: [own] });
    expect(await codesAt([kept], ann)).toEqual([200]);
    await ann.delete(`/api/media/${own}`);
    await ann.post('/api/media/purge', { paths: [own] });
    expect(await codesAt([kept], ann)).toEqual([GONE]);
  });

  it('end with their maker’s key and its access', async () => {
    const eve = await kinora.agent('eve', { is_admin: true }, root);
    const [own, foreign] = [
      await linked(eve, await uploaded(eve, await uniquePng(8, 8))),
      await linked(eve),
    ];
    const both = () => codesAt([own, foreign], root, '?owner=eve');
    expect(await both()).toEqual([200, 200]);
    await root.patch('/api/agents/eve', { name: 'Eve', max_concurrent_jobs: 3 });
    expect(await both()).toEqual([200, 200]);
    await root.patch('/api/agents/eve', { is_admin: false });
    expect(await both()).toEqual([200, GONE]);
    await root.patch('/api/agents/eve', { enabled: false });
    expect(await both()).toEqual([GONE, GONE]);
    await root.patch('/api/agents/eve', { enabled: true });
    expect(await both()).toEqual([200, GONE]);
    await root.post('/api/agents/eve/rotate');
    expect(await both()).toEqual([GONE, GONE]);
    expect(await ids(root, '?owner=eve')).toHaveLength(2);
    await root.delete('/api/agents/eve');
    await eventually(async () => (await ids(root, '?owner=eve')).length === 0);
  });

  it('made without a key end once one is required', async () => {
    kinora.configure({});
    const link = await linked(kinora.as(null));
    expect(await codeAt(link)).toBe(200);
    kinora.configure({ security: { require_api_key: true } });
    expect(await codeAt(link)).toEqual(GONE);
  });

  it('have tokens that nobody guesses, and that no table and no log line holds', async () => {
    const link = await linked(ann);
    const token = link.url.split('/').at(-1) ?? '';
    expect(await codeAt({ ...link, url: `${link.url}x` })).toEqual(GONE);
    expect(await codeAt({ ...link, url: `${kinora.url}/link/${link.id}` })).toEqual(GONE);
    expect(await codeAt(link)).toBe(200);
    const { manager } = kinora.app.get(ReadConnection, { strict: false });
    const rows: unknown = await manager.query('SELECT * FROM media_links');
    expect(JSON.stringify(rows)).toContain(link.id);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(log.join('')).toContain('/link/:token');
    expect(log.join('')).not.toContain(token);
  });

  it('are at most 1,000 per key', async () => {
    const max = await kinora.agent('max', {}, root);
    const own = await uploaded(max, await uniquePng(7, 7));
    const { id } = await linked(max, own);
    await kinora.app
      .get(WriteGate, { strict: false })
      .run((tx) =>
        tx.query(
          'INSERT INTO media_links (id, token_hash, owner_id, key_id, path, created_at, expires_at) ' +
            'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 999) ' +
            "SELECT id || '-' || i, 'x' || i, owner_id, key_id, path, created_at, expires_at FROM media_links, n WHERE id = $1",
          [id],
        ),
      );
    const { status, body } = await max.post(`/api/media/${own}/link`, {});
    expect([status, body]).toMatchObject([409, { code: 'link_cap', limit: 1000 }]);
  });
});
