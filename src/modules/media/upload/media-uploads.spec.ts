import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import {
  decompressionBomb,
  gif,
  jpeg,
  mp4,
  png,
  rotated,
  wav,
  withGraph,
} from '../../../../test/support/media-samples';
import * as costly from '../../../../test/support/costly-media';
import { anOutput, answer, as, from, MediaTestApp } from '../../../../test/support/media-test-app';
import { StatementLog } from '../../../../test/support/statement-log';
import { Clock } from '../../../platform/clock/clock';
import { requestContext } from '../../../platform/http/request-context';
import { ImageTool } from '../../../platform/imaging/image-tool';
import { MediaRepository } from '../catalogue/media.repository';
import { MediaIntake } from '../public/media-intake';
import { IncomingFilesStore } from '../storage/incoming-files.store';
import { MediaFilesStore } from '../storage/media-files.store';
import { IDLE_MS } from './steady-body';

const BOUNDARY = 'xxBOUNDARYxx';

/** A part of a multipart form, written by hand. */
const part = (head: string, content: Buffer | string = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
/** Something that a sound file starts with, and 64 KiB of zeros. */
const silent = (start: string) => async () =>
  Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(65_536)]);
const END = Buffer.from(`--${BOUNDARY}--\r\n`);

describe('POST /api/media', () => {
  let testApp: MediaTestApp;
  let picture: Buffer;

  beforeAll(async () => {
    // A busy machine must not turn an immediate rendering into a later one.
    jest.spyOn(Clock.prototype, 'within').mockImplementation((_, work) => work);
    testApp = await MediaTestApp.open();
    picture = await png();
  });
  afterEach(() => testApp.empty());
  afterAll(async () => {
    await testApp.close();
    jest.restoreAllMocks();
  });

  const send = async (body: Buffer, contentType = `multipart/form-data; boundary=${BOUNDARY}`) => {
    const response = await fetch(`${testApp.url}/api/media`, {
      method: 'POST',
      headers: { 'Content-Type': contentType },
      body: new Uint8Array(body),
    });
    return answer(response);
  };
  const sendParts = (...parts: Buffer[]) => send(Buffer.concat([...parts, END]));
  const file = (content: Buffer | string = picture) =>
    part('name="file"; filename="a.png"', content);
  /** Pictures of the same length. */
  const variant = (seed: number) => Buffer.concat([picture, Buffer.from([seed])]);
  const nothingKept = async () => {
    expect(testApp.files()).toEqual([]);
    expect((await testApp.get('/api/media?with_total=true')).body.total).toBe(0);
  };

  it('leaves no file behind when the database fails before it is stored', async () => {
    const rows = testApp.app.get(MediaRepository);
    const failing = jest.spyOn(rows, 'existingUpload').mockRejectedValueOnce(new Error('away'));
    expect((await sendParts(file())).status).toBe(500);
    failing.mockRestore();
    await nothingKept();
  });

  it('answers 201 with the record, and stores the same bytes', async () => {
    const content = withGraph(picture);
    const { status, body } = await testApp.upload(content, {
      name: 'Zoë’s cat.PNG',
      fields: { description: 'asleep' },
      headers: as('o1'),
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      path: expect.stringMatching(/^Zoe-s-cat-[0-9a-f-]{36}-0\.png$/),
      name: 'Zoë’s cat.png',
      type: 'image',
      mime: 'image/png',
      size_bytes: content.length,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      width: 24,
      height: 16,
      duration: null,
      fps: null,
      has_audio: false,
      description: 'asleep',
      tags: [],
      character_ids: [],
      included_in_training_dataset: false,
      favourite: false,
      rating: 0,
      made_from: [],
      models: [],
      loras: [],
      seed: null,
      placeholder: expect.any(String),
      trashed_at: null,
      prompt_id: null,
      prompt: null,
      workflow: null,
      provider: null,
      source: 'uploaded',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      url: `/media/${body.path}`,
      thumbnail_url: `/media/${body.path}?thumbnail=512`,
    });
    expect(readFileSync(testApp.app.get(MediaFilesStore).locate(body.path))).toEqual(content);
    expect((await testApp.get(`/api/media/${body.path}`, as('o1'))).body).toEqual(body);
    expect((await testApp.get(`/api/media/${body.path}`)).body).toEqual({ ...body, owner: 'o1' });
  });

  it('stores the same bytes once for each owner', async () => {
    const [ann, bob] = [{ headers: as('ann') }, { headers: as('bob') }];
    const first = await testApp.upload(picture, ann);
    expect(first.status).toBe(201);
    expect(first.body).not.toHaveProperty('duplicate');
    const again = await testApp.upload(picture, { ...ann, name: 'other.png' });
    expect(again).toEqual({ status: 200, body: { ...first.body, duplicate: true } });
    expect((await testApp.upload(picture, bob)).status).toBe(201);
    expect(testApp.originals()).toHaveLength(2);
    rmSync(testApp.app.get(MediaFilesStore).locate(first.body.path));
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const flush = jest
      .spyOn(testApp.app.get(IncomingFilesStore), 'beginFlush')
      .mockRejectedValueOnce(full);
    expect(await testApp.upload(picture, ann)).toMatchObject({
      status: 507,
      body: { code: 'disk_full' },
    });
    flush.mockRestore();
    expect(testApp.originals()).toHaveLength(1);
    expect((await testApp.upload(picture, ann)).status).toBe(200);
    expect(testApp.originals()).toHaveLength(2);
  });

  it.each([
    ['a lying name', png, 'x.html', { type: 'image', mime: 'image/png', name: 'x.png' }],
    ['no name', jpeg, '', { mime: 'image/jpeg' }],
    ['a path for a name', gif, '../../etc/passwd.gif', { mime: 'image/gif', name: 'passwd.gif' }],
    ['a rotated picture', () => rotated('jpeg'), 'a.jpg', { width: 16, height: 24 }],
    ['a video', mp4, 'a.mp4', { type: 'video', mime: 'video/mp4' }],
    ['a sound', wav, 'a.wav', { type: 'audio', thumbnail_url: null }],
  ])('detects the type by content: %s', async (_, make, name, expected) => {
    const { status, body } = await testApp.upload(await make(), { name });
    expect({ status, ...body }).toMatchObject({ status: 201, ...expected });
  });

  it.each([
    [
      'a type that is not accepted',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      415,
      'unsupported_media',
    ],
    ['nothing', async () => Buffer.alloc(0), 415, 'unsupported_media'],
    ['half a picture', async () => picture.subarray(0, 300), 415, 'unsupported_media'],
    [
      'a picture broken inside',
      async () => Buffer.from(picture).fill(0x55, 60, 120),
      415,
      'unsupported_media',
    ],
    ['a decompression bomb', async () => decompressionBomb(20_000), 413, 'image_too_large'],
    ['texts that unpack to gigabytes', costly.packedTexts, 422, 'media_too_costly'],
    ['20,000 frames', async () => costly.gifFrames(20_000), 422, 'media_too_costly'],
    ['a JPEG of 3,000 scans', () => costly.jpegScans(3000), 422, 'media_too_costly'],
    ['an ID3 tag and zeros', silent('ID3\x03\0\0\0\0\x01\0'), 415, 'unsupported_media'],
    ['the start of a FLAC and zeros', silent('fLaC'), 415, 'unsupported_media'],
    ['the start of a WAV and zeros', silent('RIFF\0\0\x01\0WAVE'), 415, 'unsupported_media'],
    [
      'the start of an Ogg and zeros',
      silent(`OggS${'\0'.repeat(22)}\x01\x1eOpusHead`),
      415,
      'unsupported_media',
    ],
  ])('rejects %s and stores nothing', async (_, make, status, code) => {
    const refused = await testApp.upload(await make());
    expect(refused).toMatchObject({ status, body: { code, detail: expect.stringMatching(/\.$/) } });
    await nothingKept();
  });

  it('refuses three uploads of texts that unpack to gigabytes without unpacking them', async () => {
    const { processes } = testApp.app.get(ImageTool);
    const attack = await costly.packedTexts();
    const before = process.resourceUsage().maxRSS;
    const uploads = await Promise.all([attack, attack, attack].map((one) => testApp.upload(one)));
    expect(uploads.map(({ status }) => status)).toEqual([422, 422, 422]);
    const addedKilobytes = process.resourceUsage().maxRSS - before;
    expect(addedKilobytes).toBeLessThan(256 * 1024);
    expect(processes.peakBytes).toBeLessThan(256 * 1024 * 1024);
    expect((await testApp.upload(picture)).status).toBe(201);
  });

  it('rejects too large files, with or without Content-Length', async () => {
    testApp.configure({ limits: { upload_bytes: 2000 } });
    const large = Buffer.concat([picture.subarray(0, 40), Buffer.alloc(3000)]);
    const refused = { status: 413, body: { code: 'upload_too_large', limit: 2000 } };
    expect(await testApp.upload(large)).toMatchObject(refused);
    expect(await sendParts(file(Buffer.alloc(2_000_000, 1)))).toMatchObject(refused);
    await nothingKept();
    expect((await testApp.upload(picture.subarray(0, 2000))).status).not.toBe(413);
  });

  it('refuses with 507 while the disk is nearly full', async () => {
    testApp.configure({ limits: { min_free_bytes: Number.MAX_SAFE_INTEGER } });
    expect(await testApp.upload(picture)).toMatchObject({
      status: 507,
      body: { code: 'disk_full' },
    });
    await nothingKept();
  });

  it('refuses with 507 what exceeds limits.owner_bytes, and leaves no file behind', async () => {
    const headers = as('ann');
    testApp.configure({ limits: { owner_bytes: variant(1).length * 2 } });
    const [first] = await Promise.all([
      testApp.upload(variant(1), { headers }),
      testApp.upload(variant(1), { headers: as('bob') }),
    ]);
    const files = testApp.files();
    const larger = Buffer.concat([await png(80, 80, 1), Buffer.alloc(picture.length)]);
    expect(await testApp.upload(larger, { headers })).toMatchObject({
      status: 507,
      body: { code: 'quota_reached', limit: variant(1).length * 2 },
    });
    expect(testApp.files()).toEqual(files);
    const [second, third] = [variant(2), variant(3)];
    expect((await testApp.upload(second, { headers })).status).toBe(201);
    expect((await testApp.upload(third, { headers })).status).toBe(507);
    expect((await testApp.upload(third, { headers: as('bob') })).status).toBe(201);
    expect((await testApp.upload(larger)).status).toBe(201);
    await testApp.delete(`/api/media/${first.body.path}`, headers);
    expect((await testApp.upload(third, { headers })).status).toBe(507);
    await testApp.purge(first.body.path, headers);
    expect((await testApp.upload(third, { headers })).status).toBe(201);
  });

  it('reads the size of an owner’s files only where it is limited: not for outputs of jobs', async () => {
    testApp.configure({ limits: { owner_bytes: 1 } });
    const statements = StatementLog.of(testApp.app);
    const output = anOutput({ ownerId: 'ann' });
    await requestContext.run({ requestId: 'output', owner: 'public' }, () =>
      testApp.app.get(MediaIntake).storeOutput(output, from(picture)),
    );
    const sums = statements.sentBy('output').filter((sql) => sql.includes('media_owner_bytes'));
    expect(sums.map((sql) => sql.split(' ')[0])).toEqual(['INSERT']);
  });

  it('records what it was made from, if the caller can read that', async () => {
    const headers = as('painter');
    const { path } = (await testApp.upload(variant(4), { headers })).body;
    const foreign = (await testApp.upload(variant(4), { headers: as('other') })).body;
    for (const [seed, made_from] of [path, `/media/${path}`].entries()) {
      const mask = variant(5 + seed);
      const { status, body } = await testApp.upload(mask, { headers, fields: { made_from } });
      expect([status, body.made_from]).toEqual([201, [path]]);
    }
    await testApp.delete(`/api/media/${path}`, headers);
    const files = testApp.files();
    for (const made_from of [path, foreign.path, 'not a path', ''])
      expect(await testApp.upload(variant(7), { headers, fields: { made_from } })).toMatchObject({
        status: 404,
        body: { code: 'media_not_found', param: 'made_from' },
      });
    expect(testApp.files()).toEqual(files);
  });

  describe('an invalid form', () => {
    const item = (loc: string[], type: string) =>
      expect.objectContaining({ loc: ['body', ...loc], type });
    const wrong: [string, () => Buffer[], unknown[]][] = [
      ['without a file', () => [part('name="description"', 'x')], [item(['file'], 'missing')]],
      ['without anything', () => [], [item(['file'], 'missing')]],
      ['with two files', () => [file(), file()], [item(['file'], 'value_error')]],
      [
        'with a file under another name',
        () => [part('name="picture"; filename="a.png"', picture)],
        [item(['picture'], 'extra_forbidden'), item(['file'], 'missing')],
      ],
      ['with text as the file', () => [part('name="file"', 'x')], [item(['file'], 'value_error')]],
      [
        'with an unknown field',
        () => [file(), part('name="tags"', 'x')],
        [item(['tags'], 'extra_forbidden')],
      ],
      [
        'with a field twice',
        () => [part('name="description"', 'x'), part('name="description"', 'y'), file()],
        [item(['description'], 'value_error')],
      ],
      [
        'with a NUL in a field',
        () => [part('name="description"', 'a\0b'), file()],
        [item(['description'], 'value_error')],
      ],
      [
        'with too long a field',
        () => [part('name="description"', 'x'.repeat(20_001)), file()],
        [item(['description'], 'string_too_long')],
      ],
      [
        'with a bomb of fields',
        () => [...Array.from({ length: 30 }, () => part('name="description"', 'x')), file()],
        expect.arrayContaining([item([], 'value_error')]),
      ],
      [
        'with all of it',
        () => [part('name="a"', 'x'), file(), file(), part('name="b"', 'x')],
        [
          item(['a'], 'extra_forbidden'),
          item(['file'], 'value_error'),
          item(['b'], 'extra_forbidden'),
        ],
      ],
    ];

    it.each(wrong)('%s is 422, and nothing is stored', async (_, parts, detail) => {
      expect(await sendParts(...parts())).toEqual({ status: 422, body: { detail } });
      await nothingKept();
    });

    it('a truncated form is 422', async () => {
      const whole = Buffer.concat([file(), END]);
      for (const length of [10, 80, 150, whole.length - 8])
        expect(await send(whole.subarray(0, length))).toMatchObject({
          status: 422,
          body: { detail: [{ loc: ['body'], type: 'value_error' }] },
        });
      await nothingKept();
    });

    it.each([
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ])('or none (%s) is 415', async (type) => {
      expect(await send(Buffer.concat([file(), END]), type)).toMatchObject({
        status: 415,
        body: { code: 'unsupported_media_type' },
      });
    });
  });

  describe('that has arrived in part', () => {
    let socket: Socket;
    let waits: (() => void)[];
    let timers: jest.SpyInstance;

    beforeEach(async () => {
      waits = [];
      const clock = testApp.app.get<Clock>(Clock);
      const after = clock.after.bind(clock);
      timers = jest.spyOn(clock, 'after').mockImplementation((ms, act) => {
        if (ms === IDLE_MS) waits.push(act);
        return after(ms, act);
      });
      socket = connect(Number(new URL(testApp.url).port), '127.0.0.1');
      const head = `POST /api/media HTTP/1.1\r\nHost: x\r\nx-test-owner: ann\r\nContent-Length: 9000000\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\n\r\n`;
      socket.write(head);
      // Smaller files are only in memory.
      socket.write(Buffer.concat([file(picture).subarray(0, 400), Buffer.alloc(2_000_000)]));
      while (testApp.files().length === 0) await new Promise(setImmediate);
    });
    afterEach(() => {
      socket.destroy();
      timers.mockRestore();
    });

    it('leaves no file when the client disconnects', async () => {
      socket.destroy();
      await once(socket, 'close');
      while (testApp.files().length > 0) await new Promise(setImmediate);
      await nothingKept();
    });

    it('is ended after a silent minute, and gives back its room', async () => {
      testApp.configure({ limits: { owner_bytes: 9_000_000 - 1024 * 1024 } });
      expect((await testApp.upload(picture, { headers: as('ann') })).status).toBe(507);
      waits.at(-1)!();
      expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 408 [^]*request_timeout/);
      await nothingKept();
      expect((await testApp.upload(picture, { headers: as('ann') })).status).toBe(201);
    });
  });

  it('accepts sixteen uploads at once', async () => {
    const uploads = Array.from({ length: 16 }, (_, seed) => testApp.upload(variant(seed)));
    const answers = await Promise.all(uploads);
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(201));
    expect(testApp.originals()).toHaveLength(16);
  });
});
