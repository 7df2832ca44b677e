import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { box, mp4, png, pngChunk } from '../../../../test/support/media-samples';
import { as, MediaTestApp } from '../../../../test/support/media-test-app';
import { ImageTool } from '../../../platform/imaging/image-tool';

const GIB = 1024 ** 3;

/** A PNG of a few bytes that claims to have edge × edge pixels. */
function claimedSize(edge: number): Buffer {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', Buffer.alloc(64)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** `address` answers requests, `secret` is a file outside of the data folder: nothing may read either of them. */
interface Bait {
  readonly address: string;
  readonly secret: string;
}

const playlist = ({ address, secret }: Bait): string =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${address}/a.ts\n#EXTINF:1,\nfile://${secret}\n#EXT-X-ENDLIST\n`;

const concat = ({ address, secret }: Bait): string =>
  `ffconcat version 1.0\nfile '${secret}'\nfile '${address}/b.mp4'\n`;

const svg = ({ address, secret }: Bait): string =>
  `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file://${secret}">]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="${address}/c.png"/><text>&x;</text></svg>`;

const html = ({ address }: Bait): string =>
  `<html><script src="${address}/d.js"></script><script>alert(1)</script></html>`;

type Make = (bait: Bait) => Promise<Buffer> | Buffer;

/** What is sent, its name, and how it is refused. */
const REFUSED: readonly (readonly [string, string, Make, number, string])[] = [
  [
    'a truncated PNG',
    'a.png',
    async () => (await png(300, 300)).subarray(0, 5000),
    415,
    'unsupported_media',
  ],
  ['an MP4 of 0 bytes', 'a.mp4', () => Buffer.alloc(0), 415, 'unsupported_media'],
  ['an MP4 without a track', 'a.mp4', () => mp4().subarray(0, 40), 415, 'unsupported_media'],
  ['a PNG of 50,000 × 50,000 pixels', 'a.png', () => claimedSize(50_000), 413, 'image_too_large'],
  [
    'a program named .png',
    'a.png',
    () => Buffer.from('MZ\x90\0\x03\0\0\0'.padEnd(4096, 'x'), 'latin1'),
    415,
    'unsupported_media',
  ],
  [
    'HTML before a PNG',
    'a.png',
    async (bait) => Buffer.concat([Buffer.from(html(bait)), await png()]),
    415,
    'unsupported_media',
  ],
  ['an SVG', 'a.svg', (bait) => Buffer.from(svg(bait)), 415, 'unsupported_media'],
  ['an SVG named .png', 'a.png', (bait) => Buffer.from(svg(bait)), 415, 'unsupported_media'],
  [
    'a playlist named .mp4',
    'a.mp4',
    (bait) => Buffer.from(playlist(bait)),
    415,
    'unsupported_media',
  ],
  [
    'a playlist behind the first box of an MP4',
    'a.mp4',
    (bait) =>
      Buffer.concat([
        box('ftyp', Buffer.from('isom\0\0\x02\0isomavc1')),
        Buffer.from(playlist(bait)),
      ]),
    415,
    'unsupported_media',
  ],
  [
    'a script of ffmpeg’s concat demuxer',
    'a.mp4',
    (bait) => Buffer.from(concat(bait)),
    415,
    'unsupported_media',
  ],
];

describe('a hostile upload', () => {
  let testApp: MediaTestApp;
  let server: Server;
  let bait: Bait;
  let requests: string[];
  let before: string[];

  beforeAll(async () => {
    testApp = await MediaTestApp.open();
    requests = [];
    server = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const secret = join(testApp.folder, 'secret.mp4');
    writeFileSync(secret, 'secret');
    bait = { address: `http://127.0.0.1:${port}`, secret };
  });
  afterAll(async () => {
    server.close();
    await testApp.close();
  });
  beforeEach(() => {
    before = everyFile();
  });

  /** Everything below the test's folder, with its size; the database's own files change at any time. */
  const everyFile = (): string[] =>
    readdirSync(testApp.folder, { recursive: true, withFileTypes: true })
      .filter(
        (entry) => entry.isFile() && !entry.name.includes('.sqlite') && !entry.name.includes('.db'),
      )
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => `${file} ${statSync(file).size}`)
      .sort();

  async function expectNothingKept(): Promise<void> {
    expect(everyFile()).toEqual(before);
    expect((await testApp.get('/api/media?with_total=true')).body.total).toBe(0);
    expect(requests).toEqual([]);
    expect(testApp.app.get(ImageTool).processes.peakBytes).toBeLessThan(GIB / 4);
  }

  it.each(REFUSED)(
    'of %s is refused, and leaves nothing behind',
    async (_, name, make, status, code) => {
      const { status: actual, body } = await testApp.upload(await make(bait), { name });
      expect({ status: actual, code: body.code }).toEqual({ status, code });
      expect(JSON.stringify(body)).not.toContain('secret');
      await expectNothingKept();
    },
  );

  it('of 4 GiB by its Content-Length is refused before its body is sent', async () => {
    const socket = connect(Number(new URL(testApp.url).port), '127.0.0.1');
    const head = [
      'POST /api/media HTTP/1.1',
      'Host: localhost',
      'Content-Type: multipart/form-data; boundary=x',
      `Content-Length: ${4 * GIB}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toContain('HTTP/1.1 413');
    expect(answer.toString()).toContain('upload_too_large');
    await expectNothingKept();
  });

  it('of a PNG with HTML in it is only ever sent as a picture that runs nothing', async () => {
    const polyglot = Buffer.concat([await png(), Buffer.from(html(bait))]);
    const { status, body } = await testApp.upload(polyglot, { name: 'a.html', headers: as('o1') });
    expect(status).toBe(201);
    expect(body).toMatchObject({ mime: 'image/png', name: 'a.png' });
    const sent = await fetch(`${testApp.url}${body.url}`, { headers: as('o1') });
    expect(Object.fromEntries(sent.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      'content-disposition': expect.stringMatching(/filename\*=UTF-8''a\.png$/),
    });
    await testApp.purge(body.path, as('o1'));
    await expectNothingKept();
  });

  it.each([
    '../../../../etc/cron.d/x.png',
    '..\\..\\windows\\x.png',
    '/etc/passwd',
    '%2e%2e%2f%2e%2e%2fx.png',
    '.htaccess',
    'CON.png',
    'a\u202egnp.exe',
    'a.png[unlimited=true]',
    `${'x'.repeat(5000)}.png`,
  ])('named %p is stored under a name of the service’s own', async (name) => {
    const { status, body } = await testApp.upload(await png(), { name, headers: as('o1') });
    expect(status).toBe(201);
    expect(body.path).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]{0,199}\.png$/);
    expect(body.name).toMatch(/^[^/\\\p{Cc}\p{Cf}]{1,124}\.png$/u);
    const added = everyFile().filter((file) => !before.includes(file));
    const media = join(testApp.folder, 'data', 'media');
    for (const file of added) expect(file.startsWith(media)).toBe(true);
    expect(added.filter((file) => file.startsWith(join(media, 'files')))).toHaveLength(1);
    await testApp.purge(body.path, as('o1'));
    await expectNothingKept();
  });
});
