import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import {
  gifFrames,
  HUGE_WEBP,
  jpegScans,
  packedTexts,
} from '../../../../test/support/costly-media';
import {
  decompressionBomb,
  jpeg,
  animated,
  png,
  wav,
} from '../../../../test/support/media-samples';
import { anOutput, as, from, MediaTestApp } from '../../../../test/support/media-test-app';
import { waitUntil } from '../../../../test/support/wait-until';
import { RequestAborted } from '../../../platform/http/http.errors';
import { DecodingSlots } from '../../../platform/imaging/decoding-slots';
import { ImageTool } from '../../../platform/imaging/image-tool';
import { MediaFilesStore } from '../storage/media-files.store';
import { MediaIntake } from '../public/media-intake';
import { ThumbnailRendererService } from '../thumbnails/thumbnail-renderer.service';
import { ThumbnailsStore } from '../thumbnails/thumbnails.store';

describe('GET /media/{path}', () => {
  let testApp: MediaTestApp;
  let content: Buffer;
  let path: string;
  let sha256: string;

  beforeAll(async () => {
    testApp = await MediaTestApp.open();
    content = await jpeg(640, 400);
    ({ path, sha256 } = await upload(content, 'Zoë.jpg', as('o1')));
  });
  afterAll(() => testApp.close());

  const upload = async (bytes: Buffer, name = 'a.png', headers = {}) =>
    (await testApp.upload(bytes, { name, headers })).body;
  const ask = (target: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${testApp.url}/media/${target}`, { method, headers: { ...as('o1'), ...headers } });
  const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

  it('sends the file with headers that let a browser show it and nothing more', async () => {
    const response = await ask(path);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-disposition': `inline; filename="${path}"; filename*=UTF-8''Zo%C3%AB.jpg`,
      'content-length': String(content.length),
      'content-security-policy': expect.stringMatching(/default-src 'none';.*sandbox/),
      'content-type': 'image/jpeg',
      'cross-origin-resource-policy': 'same-origin',
      etag: `"${sha256}"`,
      vary: 'Authorization, Cookie',
      'x-content-type-options': 'nosniff',
    });
    expect((await bytes(response)).equals(content)).toBe(true);
  });

  it.each([
    ['bytes=0-99', 0, 100],
    ['bytes=500-', 500, undefined],
    ['bytes=-64', -64, undefined],
  ])('sends a range (%s)', async (range, start, end) => {
    const response = await ask(path, { Range: range });
    const part = content.subarray(start, end);
    expect(response.status).toBe(206);
    const first = start < 0 ? content.length + start : start;
    expect(response.headers.get('content-range')).toBe(
      `bytes ${first}-${first + part.length - 1}/${content.length}`,
    );
    expect(response.headers.get('content-length')).toBe(String(part.length));
    expect((await bytes(response)).equals(part)).toBe(true);
  });

  it('refuses a range behind the end', async () => {
    const response = await ask(path, { Range: `bytes=${content.length}-` });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe(`bytes */${content.length}`);
    expect(response.headers.get('cache-control')).not.toContain('immutable');
    expect(await response.json()).toMatchObject({ code: 'range_not_satisfiable' });
  });

  it.each([
    ['"<etag>"', 206],
    ['W/"<etag>"', 200],
    ['"other"', 200],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 200],
  ])('answers a range with If-Range %s with status %i', async (header, status) => {
    const ifRange = header.replace('<etag>', sha256);
    const response = await ask(path, { Range: 'bytes=0-9', 'If-Range': ifRange });
    expect(response.status).toBe(status);
    expect(
      (await bytes(response)).equals(content.subarray(0, status === 206 ? 10 : undefined)),
    ).toBe(true);
  });

  it.each([
    ['"<etag>"', 304],
    ['W/"<etag>"', 304],
    ['"b", "<etag>"', 304],
    ['*', 304],
    ['"b"', 200],
    ['<etag>', 200],
  ])('answers If-None-Match %s with status %i', async (header, status) => {
    const response = await ask(path, { 'If-None-Match': header.replace('<etag>', sha256) });
    expect(response.status).toBe(status);
    expect(response.headers.get('etag')).toBe(`"${sha256}"`);
    expect(await bytes(response)).toHaveLength(status === 304 ? 0 : content.length);
  });

  it('has an ETag of its own for each thumbnail', async () => {
    const small = await ask(`${path}?thumbnail=256`);
    const etag = small.headers.get('etag')!;
    expect((await ask(`${path}?thumbnail=256`, { 'If-None-Match': etag })).status).toBe(304);
    expect((await ask(path, { 'If-None-Match': etag })).status).toBe(200);
  });

  it('answers HEAD without a body, for the whole file', async () => {
    const response = await ask(path, { Range: 'bytes=0-9' }, 'HEAD');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(String(content.length));
    expect(await bytes(response)).toHaveLength(0);
  });

  it.each([
    'nothing.png',
    '..',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e',
    'a%5cb',
    'a%00b',
    '.hidden',
    'a b',
  ])('answers 404 or 422 for %s', async (target) => {
    expect([404, 422]).toContain((await ask(target)).status);
    expect([404, 422]).toContain((await ask(`${target}?thumbnail=256`)).status);
  });

  it("answers the same for another owner's file as for none", async () => {
    const answers = await Promise.all(
      [
        `/media/${path}`,
        '/media/nothing.jpg',
        `/media/${path}?thumbnail=256`,
        `/api/media/${path}`,
        '/api/media/nothing.jpg',
      ].map((target) => testApp.get(target, as('o2'))),
    );
    answers.push(await testApp.delete(`/api/media/${path}`, as('o2')));
    for (const answer of answers)
      expect(answer).toEqual({
        status: 404,
        body: {
          code: 'media_not_found',
          detail: 'There is no such media file.',
          hint: 'GET /api/media',
        },
      });
    expect((await testApp.get(`/api/media/${path}`, as('o1'))).status).toBe(200);
    expect((await testApp.get(`/api/media/${path}`)).status).toBe(200);
  });

  it('answers 404 when the file was deleted on the disk', async () => {
    const lost = await upload(await jpeg(64, 64), 'a.jpg', as('o1'));
    rmSync(testApp.app.get(MediaFilesStore).locate(lost.path));
    expect((await ask(lost.path)).status).toBe(404);
  });

  describe('?thumbnail', () => {
    it.each([
      [256, 160],
      [512, 320],
    ])('=%s fits into that square', async (edge, height) => {
      const response = await ask(`${path}?thumbnail=${edge}`);
      expect(response.headers.get('content-type')).toBe('image/webp');
      expect(response.headers.get('cache-control')).toContain('immutable');
      expect(response.headers.get('content-disposition')).toMatch(/\.webp"; .*Zo%C3%AB\.webp$/);
      const metadata = await sharp(await bytes(response)).metadata();
      expect(metadata).toMatchObject({ format: 'webp', width: edge, height });
    });

    it.each(['64', '0', '-1', 'big', '', '256,512', '1e3'])('=%s is 422', async (edge) => {
      const response = await ask(`${path}?thumbnail=${edge}`);
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({
        detail: [{ loc: ['query', 'thumbnail'], type: 'enum' }],
      });
    });

    it('is the first frame of an animated picture', async () => {
      const { path: animation } = await upload(await animated('webp'), 'a.webp', as('o1'));
      const metadata = await sharp(await bytes(await ask(`${animation}?thumbnail=256`))).metadata();
      expect(metadata).toMatchObject({ width: 24, height: 16 });
      expect(metadata.pages ?? 1).toBe(1);
    });

    it('is rendered once for concurrent requests, and stored', async () => {
      const { path: fresh } = await upload(await png(300, 300), 'a.png', as('o1'));
      const make = jest.spyOn(testApp.app.get(ThumbnailRendererService), 'render');
      const requests = Array.from({ length: 64 }, () => ask(`${fresh}?thumbnail=1024`));
      const pictures = await Promise.all((await Promise.all(requests)).map(bytes));
      expect(new Set(pictures.map((one) => one.toString('base64'))).size).toBe(1);
      expect((await bytes(await ask(`${fresh}?thumbnail=1024`))).equals(pictures[0]!)).toBe(true);
      expect(make).toHaveBeenCalledTimes(1);
      make.mockRestore();
    });

    it('is sent but not stored while the disk is nearly full', async () => {
      const { path: fresh } = await upload(await png(40, 30), 'a.png', as('o1'));
      testApp.configure({ limits: { min_free_bytes: Number.MAX_SAFE_INTEGER } });
      expect((await ask(`${fresh}?thumbnail=2048`)).status).toBe(200);
      expect(testApp.files().filter((file) => file.includes(`${fresh}.2048`))).toEqual([]);
      testApp.configure({});
    });

    it('is sent even if it cannot be stored, and rendered again later', async () => {
      const { path: fresh } = await upload(await jpeg(333, 333), 'a.jpg', as('o1'));
      const incoming = join(testApp.folder, 'data', 'media', 'incoming');
      rmSync(incoming, { recursive: true });
      const before = testApp.files();
      expect((await ask(`${fresh}?thumbnail=1024`)).status).toBe(200);
      expect(testApp.files()).toEqual(before);
      mkdirSync(incoming);
      expect((await ask(`${fresh}?thumbnail=1024`)).status).toBe(200);
      expect(testApp.files()).toHaveLength(before.length + 1);
    });

    /** Work of o1 that occupies its slots, and 300 more that wait, until `end` is aborted. */
    const occupySlots = (end: AbortSignal) => {
      const slots = testApp.app.get(DecodingSlots);
      const ended = new Promise((resolve) => end.addEventListener('abort', resolve));
      return Array.from({ length: 302 }, () => slots.run({ owner: 'o1' }, () => ended));
    };

    it('waits behind any amount of work of its owner, like an upload, and nobody else notices', async () => {
      const { path: ours } = await upload(await png(300, 300), 'a.png', as('o1'));
      const { path: theirs } = await upload(await png(300, 300), 'a.png', as('o2'));
      const end = new AbortController();
      const occupied = occupySlots(end.signal);
      const waiting = [
        ask(`${ours}?thumbnail=1024`).then(({ status }) => status),
        testApp.upload(await png(), { headers: as('o1') }).then(({ status }) => status),
      ];
      expect((await ask(`${theirs}?thumbnail=1024`, as('o2'))).status).toBe(200);
      expect((await testApp.upload(await png(), { headers: as('o2') })).status).toBe(201);
      end.abort();
      await Promise.all(occupied);
      expect(await Promise.all(waiting)).toEqual([200, 201]);
    });

    it('is not rendered for clients that are gone', async () => {
      const { path: ours } = await upload(await png(300, 300), 'a.png', as('o1'));
      const render = jest.spyOn(testApp.app.get(ThumbnailRendererService), 'render');
      const read = jest.spyOn(testApp.app.get(ThumbnailsStore), 'read');
      const end = new AbortController();
      const occupied = occupySlots(end.signal);
      const gone = new AbortController();
      const request = { headers: as('o1'), signal: gone.signal };
      const left = [1, 2].map(() => fetch(`${testApp.url}/media/${ours}?thumbnail=2048`, request));
      await waitUntil(() => read.mock.calls.length === 2);
      await Promise.all(read.mock.results.map(({ value }) => value));
      gone.abort();
      await expect(Promise.all(left)).rejects.toThrow('aborted');
      await expect(render.mock.results[0]!.value).rejects.toThrow(RequestAborted);
      end.abort();
      await Promise.all(occupied);
      expect(render).toHaveBeenCalledTimes(1);
      render.mockRestore();
      read.mockRestore();
    });

    it('is made for others while one owner’s pictures of 10,000 × 10,000 pixels are waiting', async () => {
      const attacked = await MediaTestApp.open();
      const intake = attacked.app.get(MediaIntake);
      const huge = await Promise.all(
        Array.from({ length: 14 }, () =>
          intake.storeOutput(anOutput({ ownerId: 'o1' }), from(HUGE_WEBP)),
        ),
      );
      const { body } = await attacked.upload(await png(300, 300), { headers: as('o2') });
      const small = body.path;
      const get = (target: string, owner: string) =>
        fetch(`${attacked.url}/media/${target}?thumbnail=256`, { headers: as(owner) });
      let made = 0;
      // The end of the service breaks the connections of those that still wait.
      const attack = Promise.allSettled(
        huge.map((one) => get(one!.path, 'o1').then(() => (made += 1))),
      );
      expect((await get(small, 'o2')).status).toBe(200);
      expect((await attacked.get('/api/media', as('o2'))).status).toBe(200);
      expect(made).toBeLessThan(14);
      const { processes } = attacked.app.get(ImageTool);
      expect(processes.count).toBeLessThanOrEqual(3);
      expect(processes.peakBytes).toBeLessThan(256 * 1024 * 1024);
      await attacked.close();
      await attack;
    });

    it('is deleted with its file even while it is being rendered', async () => {
      const { path: doomed } = await upload(await png(301, 300), 'a.png', as('o1'));
      await ask(`${doomed}?thumbnail=256`);
      const stills = testApp.app.get(ThumbnailRendererService);
      const render = stills.render.bind(stills);
      const late = jest.spyOn(stills, 'render').mockImplementation(async (...request) => {
        const renditions = await render(...request);
        await testApp.purge(doomed, as('o1'));
        return renditions;
      });
      await ask(`${doomed}?thumbnail=1024`);
      late.mockRestore();
      expect(testApp.files().filter((file) => file.includes(doomed))).toEqual([]);
      expect((await ask(`${doomed}?thumbnail=256`)).status).toBe(404);
    });

    it.each([
      ['sound', async () => wav(), 'neither a picture nor a video'],
      ['a picture of very many pixels', async () => decompressionBomb(20_000), 'limits.pixels'],
      ['a picture with texts that unpack to gigabytes', packedTexts, 'more than 16777216 bytes'],
      ['an animation of 20,000 frames', async () => gifFrames(20_000), 'more than 10000 frames'],
      ['a JPEG of 3,000 scans', () => jpegScans(3000), 'more than 100 scans'],
    ])('of %s is 404 with the reason, and the job’s output is stored', async (_, make, why) => {
      const output = anOutput({ ownerId: 'o1' });
      const stored = await testApp.app.get(MediaIntake).storeOutput(output, from(await make()));
      const response = await ask(`${stored!.path}?thumbnail=256`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({
        code: 'thumbnail_unavailable',
        detail: expect.stringContaining(why),
      });
    });
  });
});
