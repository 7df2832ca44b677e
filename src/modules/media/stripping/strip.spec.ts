import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWith, engine } from '../../../../test/support/engines';
import { SeededRandom } from '../../../../test/support/seeded-random';
import { type MediaFormat, detectKind } from '../intake/media-kind';
import { bytesOf } from '../public/readable-bytes';
import { stripped } from './strip';

/** Far longer than a page of Ogg, with a word that is searched for all over it. */
const GRAPH = JSON.stringify({ nodes: Array.from({ length: 9000 }, () => 'KSampler') });
const TAGS = ['-metadata', `prompt=${GRAPH.slice(0, 50_000)}`, '-metadata', `workflow=${GRAPH}`];
const MARKERS = /KSampler|staged-input/;

const formatOf = (file: Buffer): MediaFormat => {
  const kind = detectKind(file.subarray(0, 4096));
  if (!kind) throw new Error('no kind that is kept');
  return kind.format;
};

/** Some bytes changed, in front or anywhere, and in half of all cases the end cut off. */
function spoilt(random: SeededRandom, file: Buffer): Buffer {
  const changed = Buffer.from(file);
  for (let times = random.below(12); times > 0; times -= 1)
    changed[16 + random.below(random.below(2) ? 4000 : file.length - 16)] = random.below(256);
  return changed.subarray(0, random.below(2) ? file.length : 4096 + random.below(file.length));
}

async function strippedFile(file: Buffer, format = formatOf(file)): Promise<Buffer> {
  const pieces = await stripped(bytesOf(file), format);
  if (!pieces) return file;
  return Buffer.concat(
    pieces.map((piece) => ('from' in piece ? file.subarray(piece.from, piece.to) : piece)),
  );
}

describeWith('ffmpeg', 'files that ffmpeg wrote', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-strip-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=size=64x48:duration=2:rate=10'];
  const SOUND = ['-f', 'lavfi', '-i', 'sine=duration=2:sample_rate=48000'];

  function made(name: string, options: readonly string[]): Buffer {
    const file = join(folder, name);
    const inputs = [
      ...(/flac|opus|ogg|oga|mp3|m4a|wav/.test(name) ? [] : PICTURE),
      ...(/gif|silent/.test(name) ? [] : SOUND),
    ];
    execFileSync(engine('ffmpeg'), ['-v', 'error', '-y', ...inputs, ...options, file]);
    return readFileSync(file);
  }

  /** Every frame and sample with its time, as decoded, and what the decoder complains of. */
  function decoded(file: Buffer): string {
    const path = join(folder, 'decoded');
    writeFileSync(path, file);
    const run = ['-v', 'warning', '-i', path, '-map', '0', '-f', 'framemd5', '-'];
    const { status, stdout, stderr } = spawnSync(engine('ffmpeg'), run, { encoding: 'utf8' });
    expect([status, stdout.split('\n').length > 10]).toEqual([0, true]);
    return stdout + stderr.replace(/0x[0-9a-f]+/g, '');
  }

  function tagsOf(file: Buffer): string {
    const path = join(folder, 'probed');
    writeFileSync(path, file);
    const run = ['-v', 'error', '-i', path, '-f', 'ffmetadata', '-'];
    return execFileSync(engine('ffmpeg'), run, { encoding: 'utf8' });
  }

  const MDTA = ['-movflags', 'use_metadata_tags'];
  const TRACK = ['-metadata:s:0', `comment=${GRAPH}`, '-metadata:s:0', `title=${GRAPH}`];

  it.each([
    ['a.mp4', ...MDTA, ...TAGS],
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
  ])('%s: the words go, every frame and sample stays', async (name, ...options) => {
    const file = made(name, options);
    expect(file.toString('latin1')).toMatch(MARKERS);
    const clean = await strippedFile(file);

    expect(clean.toString('latin1')).not.toMatch(MARKERS);
    expect(tagsOf(clean)).not.toMatch(MARKERS);
    expect(clean.length).toBe(file.length);
    expect(decoded(clean)).toBe(decoded(file));
    expect(formatOf(clean)).toBe(formatOf(file));
    expect((await strippedFile(clean)).equals(clean)).toBe(true);
  });

  it('songs behind each other in one Ogg file', async () => {
    const song = made('first.opus', TAGS);
    const second = made('second.ogg', ['-c:a', 'libvorbis', ...TAGS]);
    const clean = await strippedFile(Buffer.concat([song, second]));
    expect(clean.toString('latin1')).not.toMatch(MARKERS);
    const parts = [clean.subarray(0, song.length), clean.subarray(song.length)];
    expect(parts.map(decoded)).toEqual([song, second].map(decoded));
  });

  it('a file without words stays as it is', async () => {
    const bare = ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'];
    const gif = made('bare.gif', bare);
    expect(await stripped(bytesOf(gif), 'gif')).toBeNull();
    const once = await strippedFile(made('bare.mp4', bare));
    expect(await stripped(bytesOf(once), 'mp4')).toBeNull();
  });

  it('broken files: no fault, and no length changes', async () => {
    const random = SeededRandom.for('stripping broken files');
    const files = [
      made('x.mp4', [...MDTA, ...TAGS]),
      made('x.webm', TAGS),
      made('x.flac', TAGS),
      made('x.mp3', TAGS),
      made('x.opus', TAGS),
      made('x.wav', ['-metadata', `comment=${GRAPH}`]),
      made('x.gif', []),
    ];
    for (let round = 0; round < 400; round += 1) {
      const whole = random.pick(files);
      const file = spoilt(random, whole);
      const clean = await strippedFile(file, formatOf(whole));
      if (formatOf(whole) === 'gif') expect(clean.length).toBeLessThanOrEqual(file.length);
      else expect(clean.length).toBe(file.length);
    }
  });
});
