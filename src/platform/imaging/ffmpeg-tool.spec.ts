import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { pixelsOf } from '../../../test/support/pixels';
import { describeWith, engine } from '../../../test/support/required-programs';
import type { Demuxer } from './demuxer';
import { FfmpegTool, type Recording, Unplayable } from './ffmpeg-tool';

const AT_START = { seconds: 0, edge: 1024 };
const mov = (path: string): Recording => ({ path, demuxer: 'mov', owner: null });

it('returns null when the programs are absent', async () => {
  const probe = new FfmpegTool(undefined, {
    ffprobe: 'no-such-ffprobe',
    ffmpeg: 'no-such-ffmpeg',
  });
  expect(await probe.available()).toEqual({ ffprobe: false, ffmpeg: false });
  expect(await probe.probe(mov('/nowhere.mp4'))).toBeNull();
  expect(await probe.frame(mov('/nowhere.mp4'), AT_START)).toBeNull();
});

describeWith('ffmpeg', 'FfmpegTool with ffmpeg', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-probe-'));
  const probe = new FfmpegTool();
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Two seconds of a test picture, a tone, or both. */
  const make = (name: string, kinds: ('video' | 'audio')[], ...coding: string[]): string => {
    const inputs = {
      video: ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10:duration=2'],
      audio: ['-f', 'lavfi', '-i', 'sine=duration=2'],
    };
    const file = join(folder, name);
    const args = ['-v', 'error', '-y', ...kinds.flatMap((kind) => inputs[kind]), ...coding, file];
    execFileSync(engine('ffmpeg'), args, { stdio: 'pipe' });
    return file;
  };

  it.each<[string, Demuxer, ('video' | 'audio')[], string[]]>([
    ['a.mp4', 'mov', ['video', 'audio'], ['-c:v', 'mpeg4']],
    ['b.mp4', 'mov', ['video'], ['-c:v', 'mpeg4']],
    ['c.mkv', 'matroska', ['video'], ['-c:v', 'mpeg4']],
    ['d.m4a', 'mov', ['audio'], []],
    ['e.wav', 'wav', ['audio'], []],
    ['f.flac', 'flac', ['audio'], []],
  ])('probes %s', async (name, demuxer, kinds, coding) => {
    const [hasVideo, hasAudio] = [kinds.includes('video'), kinds.includes('audio')];
    const facts = await probe.probe({
      path: make(name, kinds, ...coding),
      demuxer,
      owner: null,
    });
    expect(facts).toMatchObject({
      width: hasVideo ? 320 : null,
      height: hasVideo ? 180 : null,
      fps: hasVideo ? 10 : null,
      hasVideo,
      hasAudio,
    });
    expect(facts?.duration).toBeCloseTo(2, 1);
  });

  it('extracts a frame from a video', async () => {
    const frame = await probe.frame(mov(make('g.mp4', ['video'], '-c:v', 'mpeg4')), {
      seconds: 0.5,
      edge: 1024,
    });
    expect(await sharp(frame!).metadata()).toMatchObject({
      format: 'png',
      width: 320,
      height: 180,
    });
  });

  it('shrinks the frame of a very large video', async () => {
    const file = make('h.mp4', ['video'], '-c:v', 'mpeg4', '-vf', 'scale=3840:2160', '-t', '0.2');
    const frame = await probe.frame(mov(file), AT_START);
    expect(await sharp(frame!).metadata()).toMatchObject({ width: 1024, height: 576 });
  });

  it.each<[string, string[]]>([
    ['a video', ['-c:v', 'mpeg4']],
    ['a video with B-frames', ['-c:v', 'mpeg4', '-bf', '2']],
    ['a video with frames at uneven times', ['-c:v', 'mpeg4', '-vf', 'setpts=N*N/2/TB/100']],
    ['a video that ends before its sound', ['-c:v', 'mpeg4', '-af', 'apad=pad_dur=7']],
    ['a video of 0.3 seconds', ['-c:v', 'mpeg4', '-t', '0.3']],
  ])('extracts the very last frame of %s', async (name, coding) => {
    const file = make(
      'last.mkv',
      name.includes('sound') ? ['video', 'audio'] : ['video'],
      ...coding,
    );
    const recording: Recording = { path: file, demuxer: 'matroska', owner: null };
    const { duration } = (await probe.probe(recording))!;
    const png = join(folder, `last-${name.length}.png`);
    expect(await probe.lastFrame(recording, duration, png)).toBe(true);
    const all = join(folder, 'all-%03d.png');
    execFileSync(engine('ffmpeg'), [
      '-v',
      'error',
      '-y',
      '-i',
      file,
      '-vf',
      'settb=1/25,setpts=N',
      '-r',
      '25',
      all,
    ]);
    const frames = readdirSync(folder)
      .filter((one) => one.startsWith('all-'))
      .sort();
    const expected = await pixelsOf(readFileSync(join(folder, frames.at(-1)!)));
    expect((await pixelsOf(readFileSync(png))).equals(expected)).toBe(true);
    for (const one of frames) rmSync(join(folder, one));
  });

  it('throws Unplayable for a damaged file, and for a frame of a file without video', async () => {
    const file = join(folder, 'rubbish.mp4');
    writeFileSync(file, Buffer.alloc(5000, 65));
    await expect(probe.probe(mov(file))).rejects.toThrow(Unplayable);
    await expect(probe.frame(mov(file), AT_START)).rejects.toThrow(Unplayable);
    const sound = make('i.m4a', ['audio']);
    await expect(probe.frame(mov(sound), AT_START)).rejects.toThrow(Unplayable);
  });

  it('opens no other file that a playlist names', async () => {
    const file = join(folder, 'playlist.mp4');
    writeFileSync(
      file,
      `#EXTM3U\n#EXTINF:1,\nfile://${make('j.mp4', ['video'], '-c:v', 'mpeg4')}\n`,
    );
    await expect(probe.probe(mov(file))).rejects.toThrow(Unplayable);
  });

  it.each(['http:x.mp4', "quote'.mp4", 'a%03d.mp4'])('reads %s as a name', async (name) => {
    const file = join(folder, name);
    renameSync(make('k.mp4', ['video'], '-c:v', 'mpeg4'), file);
    expect(await probe.probe(mov(file))).toMatchObject({ width: 320 });
  });
});
