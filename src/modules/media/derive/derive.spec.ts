import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { animated, mp4, png, pngChunk, wav } from '../../../../test/support/media-samples';
import {
  answer,
  as,
  type MediaAnswer,
  MediaTestApp,
  owner,
} from '../../../../test/support/media-test-app';
import { pixelsOf } from '../../../../test/support/pixels';
import { describeWith, engine } from '../../../../test/support/required-programs';
import { FfmpegTool } from '../../../platform/imaging/ffmpeg-tool';
import { DerivedMedia } from '../public/derived-media';

describe('media made of other media', () => {
  let testApp: MediaTestApp;

  beforeAll(async () => {
    testApp = await MediaTestApp.open();
  });
  afterEach(() => testApp.empty());
  afterAll(() => testApp.close());

  const upload = async (content: Buffer, name: string, owner = 'o1') =>
    (await testApp.upload(content, { name, headers: as(owner) })).body;
  const post = async (route: string, body?: object, owner = 'o1'): Promise<MediaAnswer> =>
    answer(
      await fetch(`${testApp.url}/api/media/${route}`, {
        method: 'POST',
        headers: { ...as(owner), ...(body ? { 'Content-Type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    );
  const content = async (url: string): Promise<Buffer> =>
    Buffer.from(await (await fetch(testApp.url + url, { headers: as('o1') })).arrayBuffer());

  describe('POST /api/media/{path}/last-frame', () => {
    describeWith('ffmpeg', 'of a video', () => {
      it('makes a picture of exactly its last frame once, owned by the caller', async () => {
        const folder = mkdtempSync(join(tmpdir(), 'kinora-last-'));
        const file = join(folder, 'clip.mp4');
        const source = 'testsrc=size=320x180:rate=10:duration=1.5';
        const ffmpeg = (...args: string[]) =>
          execFileSync(engine('ffmpeg'), ['-v', 'error', ...args]);
        ffmpeg('-f', 'lavfi', '-i', source, '-c:v', 'mpeg4', file);
        const clip = await upload(readFileSync(file), 'clip.mp4');
        const { status, body } = await post(`${clip.path}/last-frame`);
        expect({ status, ...body }).toMatchObject({
          status: 201,
          type: 'image',
          mime: 'image/png',
          name: 'clip-last-frame.png',
          source: 'derived',
          made_from: [clip.path],
          width: 320,
          height: 180,
        });
        ffmpeg('-i', file, join(folder, '%02d.png'));
        const expected = await pixelsOf(readFileSync(join(folder, '15.png')));
        expect((await pixelsOf(await content(body.url))).equals(expected)).toBe(true);
        expect((await testApp.get(`/api/media/${body.path}`, as('o2'))).status).toBe(404);
        const again = await Promise.all([1, 2].map(() => post(`${clip.path}/last-frame`)));
        expect(again).toEqual([1, 2].map(() => ({ status: 200, body })));
        expect(testApp.originals()).toHaveLength(2);
        rmSync(folder, { recursive: true });
      });

      it('answers 507 while the disk is nearly full', async () => {
        const { path } = await upload(mp4(), 'a.mp4');
        testApp.configure({ limits: { min_free_bytes: Number.MAX_SAFE_INTEGER } });
        expect(await post(`${path}/last-frame`)).toMatchObject({
          status: 507,
          body: { code: 'disk_full' },
        });
      });

      it('answers 422 for a video that cannot be decoded, and keeps nothing', async () => {
        const { path } = await upload(mp4(), 'a.mp4');
        const before = testApp.originals();
        expect(await post(`${path}/last-frame`)).toMatchObject({
          status: 422,
          body: { code: 'frame_unavailable' },
        });
        expect(testApp.originals()).toEqual(before);
      });
    });

    it.each(['webp', 'gif'] as const)(
      'takes the last frame of an animated %s without ffmpeg',
      async (format) => {
        const { path } = await upload(await animated(format), `a.${format}`);
        const available = jest.spyOn(testApp.app.get(FfmpegTool), 'available');
        available.mockResolvedValue({ ffmpeg: false, ffprobe: false });
        const { status, body } = await post(`${path}/last-frame`);
        available.mockRestore();
        expect({ status, ...body }).toMatchObject({
          status: 201,
          mime: 'image/png',
          made_from: [path],
        });
        // The first frame is of 90, the second of 200.
        expect((await pixelsOf(await content(body.url)))[0]).toBeGreaterThan(180);
      },
    );

    it('refuses an animated PNG', async () => {
      const { path, type } = await upload(await animatedPng(), 'a.png');
      expect(type).toBe('video');
      expect(await post(`${path}/last-frame`)).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['path', 'path'], msg: expect.stringContaining('animated PNG') }] },
      });
    });

    it('answers 503 ffmpeg_missing for a video where ffmpeg is missing', async () => {
      const { path } = await upload(mp4(), 'a.mp4');
      const available = jest.spyOn(testApp.app.get(FfmpegTool), 'available');
      available.mockResolvedValue({ ffmpeg: false, ffprobe: false });
      const refused = await post(`${path}/last-frame`);
      available.mockRestore();
      expect(refused).toMatchObject({ status: 503, body: { code: 'ffmpeg_missing' } });
    });

    it('answers 422 for sound and still pictures, and 404 for videos of another owner', async () => {
      const sound = await upload(wav(), 'a.wav');
      const still = await upload(await png(), 'a.png');
      for (const { path } of [sound, still])
        expect(await post(`${path}/last-frame`)).toMatchObject({
          status: 422,
          body: { detail: [{ loc: ['path', 'path'], type: 'value_error' }] },
        });
      const theirs = await upload(await animated('gif'), 'a.gif', 'o2');
      expect((await post(`${theirs.path}/last-frame`)).status).toBe(404);
    });
  });

  describe('POST /api/media/contact-sheet', () => {
    it('makes one labelled picture of all, once', async () => {
      const picture = await upload(await png(300, 300), 'b.png');
      const sound = await upload(wav(), 'a.wav');
      const paths = [picture.path, sound.path, picture.path];
      const { status, body } = await post('contact-sheet', {
        paths,
        columns: 3,
        labels: ['x', 'y', 'z'],
      });
      expect({ status, ...body }).toMatchObject({
        status: 201,
        type: 'image',
        mime: 'image/webp',
        name: 'contact-sheet.webp',
        source: 'derived',
        made_from: [picture.path, sound.path],
        width: 8 + 3 * 264,
        height: 8 + 308,
      });
      const sheet = sharp(await content(body.url));
      const cell = sheet.extract({ left: 272, top: 8, width: 256, height: 256 });
      const { channels } = await sharp(await cell.png().toBuffer()).stats();
      expect(channels[0]!.stdev).toBeLessThan(2);
      const same = { paths, columns: 3, labels: ['x', 'y', 'z'] };
      expect(await post('contact-sheet', same)).toEqual({ status: 200, body });
      expect((await post('contact-sheet', { paths })).status).toBe(201);
    });

    it('holds 64 pictures', async () => {
      const { path } = await upload(await png(), 'a.png');
      const { status, body } = await post('contact-sheet', { paths: Array(64).fill(path) });
      expect({ status, ...body }).toMatchObject({ status: 201, width: 2120, height: 2472 });
    });

    it.each([
      ['no path', {}, 'paths'],
      ['65 paths', { paths: Array(65).fill('a.png') }, 'paths'],
      ['fewer labels than paths', { paths: ['a.png', 'b.png'], labels: ['x'] }, 'labels'],
      [
        'a picture of more rows than a WebP can have',
        { paths: Array(51).fill('a.png'), columns: 1 },
        'columns',
      ],
    ])('answers 422 for %s', async (_, body, field) => {
      expect(await post('contact-sheet', body)).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', field] }] },
      });
    });

    it('answers 404 for media of another owner, and keeps nothing', async () => {
      const ours = await upload(await png(), 'a.png');
      const theirs = await upload(await png(), 'a.png', 'o2');
      const before = testApp.files();
      expect(await post('contact-sheet', { paths: [ours.path, theirs.path] })).toMatchObject({
        status: 404,
        body: { code: 'media_not_found', param: 'paths[1]' },
      });
      expect(testApp.files()).toEqual(before);
    });
  });

  describe('DerivedMedia', () => {
    const sound = { type: 'audio', name: 'speech', origins: [] } as const;
    const media = () => testApp.app.get(DerivedMedia);
    const files = () => testApp.files();

    it('enters what a program wrote, with its labels', async () => {
      const labels = { description: 'Hello.', project: 'prj_1', characters: ['mara'] };
      const { path } = await media().produce(owner('o1'), { ...sound, ...labels }, (target) =>
        writeFile(target, wav()),
      );
      const { body } = await testApp.get(`/api/media/${path}`, as('o1'));
      expect(body).toMatchObject({
        name: 'speech.wav',
        type: 'audio',
        source: 'derived',
        description: 'Hello.',
        character_ids: ['mara'],
      });
      const listed = await testApp.get('/api/media?project=prj_1', as('o1'));
      expect(listed.body.items).toMatchObject([{ path }]);
      expect(readFileSync((await media().locate(owner('o1'), path)).file)).toEqual(wav());
      await expect(media().locate(owner('o2'), path)).rejects.toMatchObject({
        spec: { code: 'media_not_found' },
      });
    });

    it.each([
      ['another type', async () => png()],
      ['an error text', async () => Buffer.from('{"error":"quota"}')],
      ['nothing', async () => Buffer.alloc(0)],
    ])('refuses %s, and keeps nothing', async (_, content) => {
      const before = files();
      const bytes = await content();
      const refused = { spec: { code: 'unsupported_media' } };
      await expect(
        media().receive(owner('o1'), sound, Readable.from([bytes]), 1000),
      ).rejects.toMatchObject(refused);
      await expect(
        media().produce(owner('o1'), sound, (target) => writeFile(target, bytes)),
      ).rejects.toMatchObject(refused);
      expect(files()).toEqual(before);
    });

    it('keeps nothing of a stream that is too long or ends early, and of a program that fails', async () => {
      const before = files();
      const long = media().receive(owner('o1'), sound, Readable.from([wav()]), 1000);
      await expect(long).rejects.toMatchObject({ spec: { code: 'upload_too_large' } });
      const broken = Readable.from(
        (async function* () {
          yield wav();
          throw new Error('broken off');
        })(),
      );
      await expect(media().receive(owner('o1'), sound, broken, 1e6)).rejects.toThrow('broken off');
      const failed = media().produce(owner('o1'), sound, async (target) => {
        await writeFile(target, wav());
        throw new Error('the program failed');
      });
      await expect(failed).rejects.toThrow('the program failed');
      expect(files()).toEqual(before);
    });
  });
});

/** The picture twice, half a second each. */
async function animatedPng(): Promise<Buffer> {
  const still = await png();
  const header = still.subarray(16, 24);
  const at = still.indexOf('IDAT');
  const data = still.subarray(at + 4, at + 4 + still.readUInt32BE(at - 4));
  const number = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const control = (sequence: number): Buffer =>
    pngChunk(
      'fcTL',
      Buffer.concat([number(sequence), header, Buffer.alloc(8), Buffer.from([0, 1, 0, 2, 0, 0])]),
    );
  return Buffer.concat([
    still.subarray(0, 33),
    pngChunk('acTL', Buffer.concat([number(2), number(0)])),
    control(0),
    pngChunk('IDAT', data),
    control(1),
    pngChunk('fdAT', Buffer.concat([number(2), data])),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}
