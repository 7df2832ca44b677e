import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWith, engine } from '../../../test/support/required-programs';
import { Ffmpeg } from './ffmpeg';

/** What files of each format that is known by its content begin with. */
const FRONTS: Readonly<Record<string, Buffer>> = {
  nothing: Buffer.alloc(0),
  'an ID3 tag': Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x0a', 'latin1'), Buffer.alloc(10)]),
  'a long ID3 tag': Buffer.concat([
    Buffer.from('ID3\x04\0\0\0\0\x08\0', 'latin1'),
    Buffer.alloc(1024),
  ]),
  'an MP3 frame': Buffer.concat([Buffer.from('fffb9000', 'hex'), Buffer.alloc(413)]),
  'an MP4': Buffer.from('\0\0\0\x10ftypisom\0\0\0\0', 'latin1'),
  'a Matroska': Buffer.from('1a45dfa38f428288', 'hex'),
  'a WAV': Buffer.from('RIFF\xff\xff\0\0WAVE', 'latin1'),
  'a FLAC': Buffer.from('fLaC\0\0\0\x22', 'latin1'),
  'an Ogg': Buffer.from('OggS\0\x02', 'latin1'),
};

const hls = (entry: string): string =>
  `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:10\n#EXTINF:3.0,\n${entry}\n#EXT-X-ENDLIST\n`;

/** Ways to name another file in a file. */
const LISTS: Readonly<Record<string, (secret: string) => string>> = {
  'an HLS playlist': (secret) => hls(`file:${secret}`),
  'an HLS playlist of paths': (secret) => hls(secret),
  'a part of a file in HLS': (secret) => hls(`subfile,,start,0,end,99999,,:${secret}`),
  'joined files in HLS': (secret) => hls(`concat:${secret}|${secret}`),
  'a list to join': (secret) => `ffconcat version 1.0\nfile '${secret}'\n`,
  DASH: (secret) =>
    '<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" ' +
    'mediaPresentationDuration="PT3S"><Period><AdaptationSet mimeType="audio/mpeg"><Representation ' +
    `id="1" bandwidth="1000"><BaseURL>file:${secret}</BaseURL></Representation></AdaptationSet>` +
    '</Period></MPD>',
  SDP: (secret) =>
    `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=${secret}\nm=audio 9 RTP/AVP 0\na=control:${secret}\n`,
};

/** Each list at the beginning of a file, and one list after each beginning, which decides how the file is read. */
const LISTS_IN_FILES: readonly (readonly [list: string, front: string])[] = [
  ...Object.keys(LISTS).map((list) => [list, 'nothing'] as const),
  ...Object.keys(FRONTS)
    .map((front) => ['an HLS playlist', front] as const)
    .slice(1),
];

describeWith('ffmpeg', 'files of somebody else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-foreign-'));
  const ffmpeg = new Ffmpeg();
  const file = (name: string): string => join(folder, name);
  const secret = file('secret.mp3');
  let secretBytes: Buffer;
  let own: Buffer;

  const sound = (hertz: number, seconds: number): Buffer => {
    const made = ['-f', 'lavfi', '-i', `sine=frequency=${hertz}:duration=${seconds}`];
    return execFileSync(engine('ffmpeg'), [...['-v', 'error', ...made], '-f', 'mp3', 'pipe:1']);
  };

  beforeAll(() => {
    secretBytes = sound(777, 3);
    own = sound(100, 1);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** All that the sender of a file can learn: the facts and the copy, or how it fails. */
  const learned = async (path: string, copy: string): Promise<string> => {
    try {
      const media = await ffmpeg.detect(path);
      const facts = await ffmpeg.facts(media);
      const output = ['-vn', '-f', 'flac', `file:${copy}`];
      await ffmpeg.run({ inputs: [{ source: media }], output });
      return `${JSON.stringify(facts)} ${createHash('sha256').update(readFileSync(copy)).digest('hex')}`;
    } catch (error) {
      // Addresses in memory.
      return String(error).replace(/0x[\da-f]+/g, '0x');
    } finally {
      rmSync(copy, { force: true });
    }
  };

  it('are read by ffmpeg when it may guess the format', () => {
    writeFileSync(secret, secretBytes);
    const list = Buffer.from(LISTS['an HLS playlist']!(secret));
    writeFileSync(file('guess.mp3'), Buffer.concat([FRONTS['an ID3 tag']!, list, own]));
    const args = ['-v', 'error', '-protocol_whitelist', 'file', '-show_entries', 'format'];
    const probe = engine('ffmpeg').replace(/mpeg$/, 'probe');
    const output = execFileSync(probe, [...args, file('guess.mp3')], { encoding: 'utf8' });
    expect(output).toContain('format_name=hls');
    expect(output).toContain('duration=3.0');
  });

  it.each(LISTS_IN_FILES)('stay closed for %s after %s', async (kind, front) => {
    const path = file('list.mp3');
    const list = Buffer.from(LISTS[kind]!(secret));
    writeFileSync(path, Buffer.concat([FRONTS[front]!, list, own]));
    writeFileSync(secret, secretBytes);
    const withSecret = await learned(path, `${path}.copy`);
    rmSync(secret);
    expect(withSecret).toBe(await learned(path, `${path}.copy`));
  });

  it.each(['a%d.mp3', 'a%03d.mp3', 'a*.mp3', 'a1.mp3|a1.mp3'])(
    'are not what %s means',
    async (name) => {
      for (const other of ['a1.mp3', 'a001.mp3']) writeFileSync(file(other), secretBytes);
      writeFileSync(file(name), own);
      const { seconds } = await ffmpeg.facts(await ffmpeg.detect(file(name)));
      expect(seconds).toBeLessThan(1.5);
    },
  );
});
