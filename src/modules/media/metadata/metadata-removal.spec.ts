import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWith, engine } from '../../../../test/support/required-programs';
import { avif, animated } from '../../../../test/support/media-samples';
import { anOutput, from, MediaTestApp } from '../../../../test/support/media-test-app';
import { IntakeRenditionsService } from '../thumbnails/intake-renditions.service';
import { SeededRandom } from '../../../../test/support/seeded-random';
import { FfmpegTool } from '../../../platform/imaging/ffmpeg-tool';
import { UnsupportedMedia } from '../public/unsupported-media';
import { MediaIntake } from '../public/media-intake';

const GRAPH = JSON.stringify({ nodes: Array.from({ length: 9000 }, () => 'KSampler') });
const TAGS = ['-metadata', `prompt=${GRAPH.slice(0, 50_000)}`, '-metadata', `workflow=${GRAPH}`];
const MDTA = ['-movflags', 'use_metadata_tags'];
const TRACK = ['-metadata:s:0', `comment=${GRAPH}`, '-metadata:s:0', `title=${GRAPH}`];

/** Names of the files, and what ffmpeg needs to make them. */
const FILES: readonly (readonly [name: string, ...options: string[]])[] = [
  ['a.mp4', ...MDTA, ...TAGS],
  ['silent.mp4', ...MDTA, ...TAGS],
  ['faststart.mp4', '-movflags', 'use_metadata_tags+faststart', ...TAGS],
  ['fragments.mp4', '-movflags', 'use_metadata_tags+frag_keyframe+empty_moov', ...TAGS],
  ['itunes.mp4', '-metadata', `comment=${GRAPH}`, '-metadata', `title=${GRAPH}`],
  ['tracks.mp4', ...MDTA, ...TRACK],
  ['a.mov', ...MDTA, ...TAGS],
  ['b.mov', '-metadata', `comment=${GRAPH}`],
  ['c.mov', ...TRACK],
  ['a.m4a', ...MDTA, ...TAGS],
  ['a.webm', ...TAGS],
  ['live.webm', '-live', '1', ...TAGS],
  ['titled.webm', '-metadata', `title=${GRAPH}`],
  ['a.mkv', ...TAGS, '-metadata', `title=${GRAPH}`],
  ['tracks.mkv', '-metadata:s:0', `workflow=${GRAPH}`],
  ['a.flac', ...TAGS],
  ['a.mp3', ...TAGS],
  ['older.mp3', '-id3v2_version', '3', '-write_id3v1', '1', ...TAGS],
  ['a.opus', ...TAGS],
  ['a.ogg', '-c:a', 'libvorbis', ...TAGS],
  ['flac.oga', '-c:a', 'flac', ...TAGS],
  ['a.wav', '-metadata', `comment=${GRAPH}`],
  ['notes.wav', '-write_bext', '1', '-metadata', 'description=KSampler'],
];
const NO_PICTURE = /flac|opus|ogg|oga|mp3|m4a|wav/;

describeWith('ffmpeg', 'metadata of outputs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-metadata-'));
  let media: MediaTestApp;
  beforeAll(async () => {
    // A start of ffmpeg takes longer than encoding all of them, but arguments have a size limit.
    for (let at = 0; at < FILES.length; at += 8) encode(FILES.slice(at, at + 8));
    media = await MediaTestApp.open();
    // Thumbnails of so many files would take most of the time, and have tests of their own.
    jest.spyOn(media.app.get(IntakeRenditionsService), 'render').mockResolvedValue(null);
  });
  afterEach(() => media.empty());
  afterAll(async () => {
    await media.close();
    rmSync(folder, { recursive: true });
  });

  function encode(files: typeof FILES): void {
    const inputs = ['testsrc=size=64x48:duration=1:rate=10', 'sine=duration=1:sample_rate=48000'];
    const sources = inputs.flatMap((graph) => ['-f', 'lavfi', '-i', graph]);
    const outputs = files.flatMap(([name, ...options]) => [
      ...(NO_PICTURE.test(name) ? [] : ['-map', '0']),
      ...(name.startsWith('silent') ? [] : ['-map', '1']),
      ...options,
      join(folder, name),
    ]);
    execFileSync(engine('ffmpeg'), ['-v', 'error', '-y', ...sources, ...outputs]);
  }

  const made = (name: string): Buffer => readFileSync(join(folder, name));

  /** Every frame and sample of two files with its time, as decoded without a warning; and the tags of the first. */
  function decoded(...both: readonly [Buffer, Buffer]) {
    const at = (name: string): string => join(folder, name);
    const inputs = both.flatMap((content, index) => {
      writeFileSync(at(`${index}`), content);
      return ['-i', at(`${index}`)];
    });
    const frames = [0, 1].flatMap((index) => [
      ...['-map', `${index}`, '-f', 'framemd5', at(`${index}.frames`)],
    ]);
    const tags = ['-map_metadata', '0', '-f', 'ffmetadata', at('tags')];
    const args = ['-v', 'warning', '-y', ...inputs, ...frames, ...tags];
    const { status, stderr } = spawnSync(engine('ffmpeg'), args, { encoding: 'utf8' });
    // WAV files have none.
    const warnings = stderr.replace(/^Guessed Channel Layout for .*\n/gm, '');
    expect([status, warnings]).toEqual([0, '']);
    const [one, other, texts] = ['0.frames', '1.frames', 'tags'].map((name) =>
      readFileSync(at(name), 'utf8'),
    );
    return { one, other, tags: texts };
  }

  const store = async (content: Buffer): Promise<string> => {
    const output = await media.app.get(MediaIntake).storeOutput(anOutput(), from(content));
    return output?.path ?? '';
  };
  const record = async (path: string) => (await media.get(`/api/media/${path}`)).body;
  const properties = async (path: string) => {
    const { type, mime, width, height, duration, fps, has_audio } = await record(path);
    return { type, mime, width, height, duration, fps, has_audio };
  };
  const served = async (path: string, range?: string): Promise<Buffer> => {
    const headers = range === undefined ? {} : { Range: range };
    const response = await fetch(`${media.url}/media/${path}`, { headers });
    expect(response.status).toBe(range === undefined ? 200 : 206);
    return Buffer.from(await response.arrayBuffer());
  };

  it.each(FILES)('%s loses its metadata and keeps every frame and sample', async (name) => {
    const content = made(name);
    expect(content.toString('latin1')).toMatch('KSampler');
    const path = await store(content);
    const clean = await served(path);

    expect(clean.toString('latin1')).not.toMatch('KSampler');
    const played = decoded(clean, content);
    expect(played.tags).not.toMatch('KSampler');
    expect(played.one?.split('\n').length).toBeGreaterThan(10);
    expect(played.one).toBe(played.other);
    expect(await record(path)).toMatchObject({
      size_bytes: clean.length,
      sha256: createHash('sha256').update(clean).digest('hex'),
      tags: [],
    });
  });

  it.each(['a.mp4', 'a.webm', 'a.mkv', 'a.flac', 'a.mp3', 'a.opus'])(
    '%s is measured as before, and kept byte for byte on request',
    async (name) => {
      const content = made(name);
      const clean = await store(content);
      media.configure({ media: { strip_metadata: false } });
      const whole = await store(content);
      const uploaded = await media.upload(await served(clean));

      expect((await served(whole)).equals(content)).toBe(true);
      expect(await properties(clean)).toEqual(await properties(whole));
      // Matroska's muxer counts the length of the last packet a little differently.
      const { duration, ...others } = await properties(whole);
      const again = await properties(uploaded.body.path);
      expect(again).toEqual({ ...others, duration: again.duration });
      expect(Math.abs((again.duration ?? 0) - (duration ?? 0))).toBeLessThan(0.05);
    },
  );

  it('serves ranges of a cleaned video', async () => {
    const path = await store(made('a.mp4'));
    const whole = await served(path);
    const random = SeededRandom.for('ranges of a cleaned video');
    for (let round = 0; round < 8; round += 1) {
      const start = random.below(whole.length);
      const end = start + random.below(whole.length - start);
      const part = await served(path, `bytes=${start}-${end}`);
      expect(part.equals(whole.subarray(start, end + 1))).toBe(true);
    }
    const thumbnail = await fetch(`${media.url}/media/${path}?thumbnail=256`);
    expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  it('stays in uploads: the graph may be why the file was uploaded', async () => {
    const content = made('a.mp4');
    const { body } = await media.upload(content);
    expect((await served(body.path)).equals(content)).toBe(true);
    expect(body.tags).toEqual([]);
  });

  it('stays in a GIF or AVIF, and the record says so', async () => {
    for (const content of [await animated('gif'), await avif()]) {
      const path = await store(content);
      expect((await served(path)).equals(content)).toBe(true);
      expect((await record(path)).tags).toEqual(['metadata-kept']);
      const { body } = await media.get('/api/media?tag=metadata-kept');
      expect(body.items.map((item) => item.path)).toContain(path);
    }
  });

  it('stays where ffmpeg is missing or fails, and the record says so', async () => {
    const content = made('a.mp4');
    const copy = jest.spyOn(media.app.get(FfmpegTool), 'copyTracks').mockResolvedValue(false);
    const path = await store(content);
    copy.mockRestore();
    expect((await served(path)).equals(content)).toBe(true);
    expect((await record(path)).tags).toEqual(['metadata-kept']);
    expect(media.originals()).toHaveLength(1);
  });

  it('stays in a recording of unknown duration whose copy has reached the size limit', async () => {
    const content = made('live.webm');
    const ffmpeg = media.app.get(FfmpegTool);
    const copyTracks = ffmpeg.copyTracks.bind(ffmpeg);
    const copy = jest.spyOn(ffmpeg, 'copyTracks').mockImplementation(async (source, target) => {
      const isCopied = await copyTracks(source, target);
      truncateSync(target.path, target.maxBytes);
      return isCopied;
    });
    const path = await store(content);
    copy.mockRestore();
    expect((await served(path)).equals(content)).toBe(true);
    expect(await record(path)).toMatchObject({ duration: null, tags: ['metadata-kept'] });
    expect(media.originals()).toHaveLength(1);
  });

  it('broken files are refused or stored, without leftovers or growth', async () => {
    const random = SeededRandom.for('metadata of broken files');
    const files = ['a.mp4', 'a.webm', 'a.flac', 'a.mp3', 'a.opus', 'a.wav'].map(made);
    let stored = 0;
    for (let round = 0; round < 20; round += 1) {
      const file = spoilt(random, random.pick(files));
      const path = await store(file).catch((error: unknown) => {
        expect(error).toBeInstanceOf(UnsupportedMedia);
        return null;
      });
      if (path === null) continue;
      stored += 1;
      expect((await served(path)).length).toBeLessThan(file.length + 100_000);
    }
    expect(media.originals()).toHaveLength(stored);
  });
});

/** Some bytes changed, in front or anywhere, and in half of all cases the end cut off. */
function spoilt(random: SeededRandom, file: Buffer): Buffer {
  const changed = Buffer.from(file);
  for (let times = random.below(12); times > 0; times -= 1)
    changed[16 + random.below(random.below(2) ? 4000 : file.length - 16)] = random.below(256);
  return changed.subarray(0, random.below(2) ? file.length : 4096 + random.below(file.length));
}
