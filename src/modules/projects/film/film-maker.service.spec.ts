import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { clip, film, FPS, HEIGHT, shot, still, WIDTH } from '../../../../test/support/films';
import { describeWith, engine } from '../../../../test/support/required-programs';
import { testConfig } from '../../../../test/support/test-config';
import { SystemIds } from '../../../platform/clock/clock';
import { DiskFull } from '../../../platform/errors/disk-full';
import type { Demuxer } from '../../../platform/imaging/demuxer';
import { BackgroundFfmpeg } from '../../../platform/imaging/background-ffmpeg';
import { ImageTool } from '../../../platform/imaging/image-tool';
import { captionsAsAss } from '../captions/ass-file';
import { cuesOf } from '../captions/captions';
import type { Film } from './film';
import { FilmFilesStore } from './film-files.store';
import { FilmMakerService } from './film-maker.service';
import { FilmSegmentsService } from './film-segments.service';
import { FilmSoundService } from './film-sound.service';
import type { LocatedFile } from '../../media/public/derived-media';
import type { FilmTask } from './film-task';

describeWith('ffmpeg', 'FilmMakerService', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-film-'));
  const config = testConfig({ data_dir: folder }, folder).service;
  const pictures = new ImageTool();
  const files = new FilmFilesStore(config, new SystemIds());
  const sources = new Map<string, LocatedFile>();
  let tasks = 0;

  const makerWith = (program?: string): FilmMakerService => {
    const ffmpeg = new BackgroundFfmpeg(program);
    const segments = new FilmSegmentsService(ffmpeg, pictures, files, config);
    return new FilmMakerService(ffmpeg, segments, new FilmSoundService(ffmpeg, files), files);
  };
  const maker = makerWith();

  const taskOf = (made: Film, part: Partial<FilmTask> = {}): FilmTask => ({
    id: `rnd_${(tasks += 1)}`,
    film: made,
    sources,
    captions: '',
    segmentSeconds: 60,
    owner: null,
    signal: new AbortController().signal,
    beforeSegment: () => Promise.resolve(),
    onFrames: () => undefined,
    log: () => undefined,
    ...part,
  });
  const ffmpeg = (...args: readonly string[]): Buffer =>
    execFileSync(engine('ffmpeg'), ['-v', 'error', '-y', ...args]);
  const add = (path: string, demuxer: Demuxer | null, size: readonly number[] = []): string => {
    const [width = null, height = null] = size;
    sources.set(path, { file: join(folder, path), demuxer, width, height });
    return join(folder, path);
  };
  const sine = (hertz: number, seconds: number): readonly string[] => [
    ...['-f', 'lavfi', '-i', `sine=frequency=${hertz}:duration=${seconds}`],
  ];

  beforeAll(async () => {
    for (const [name, background] of Object.entries({ red: '#e01010', blue: '#1010e0' })) {
      const create = { width: 128, height: 72, channels: 3, background } as const;
      writeFileSync(add(`${name}.png`, null, [128, 72]), await sharp({ create }).png().toBuffer());
    }
    const greens = ['-f', 'lavfi', '-i', 'color=c=0x10c010:s=48x48:r=16:d=1.5'];
    const sound = [...greens, ...sine(440, 1.5), '-c:v', 'libx264', '-c:a', 'aac', '-shortest'];
    ffmpeg(...sound, add('green.mp4', 'mov', [48, 48]));
    ffmpeg(...greens, '-an', '-c:v', 'libx264', add('silent.mp4', 'mov', [48, 48]));
    ffmpeg(...sine(660, 1), add('speech.wav', 'wav'));
    // Longer than what is kept of ffmpeg's messages.
    const tags = ['title=Draft', `comment=Private\n${'more\n'.repeat(2000)}`];
    const tagged = tags.flatMap((tag) => ['-metadata', tag]);
    ffmpeg(...sine(220, 0.7), ...tagged, add('music.mp3', 'mp3'));
    writeFileSync(add('damaged.mp4', 'mov', [48, 48]), Buffer.alloc(100, 1));
  });

  afterAll(() => {
    pictures.onApplicationShutdown();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The average colour of each frame. */
  const colours = (video: string): readonly (readonly number[])[] => {
    const args = ['-i', video, '-vf', 'scale=1:1:flags=area', '-f', 'rawvideo'];
    const raw = ffmpeg(...args, '-pix_fmt', 'rgb24', '-');
    return Array.from({ length: raw.length / 3 }, (_, at) => [...raw.subarray(3 * at, 3 * at + 3)]);
  };
  const nameOf = ([red = 0, green = 0, blue = 0]: readonly number[]): string => {
    const strong = { r: red > 60, g: green > 45, b: blue > 60 };
    return Object.entries(strong)
      .flatMap(([name, is]) => (is ? [name] : []))
      .join('');
  };
  const probe = (video: string) =>
    JSON.parse(
      execFileSync(engine('ffmpeg').replace(/ffmpeg$/, 'ffprobe'), [
        ...['-v', 'error', '-show_streams', '-show_format', '-show_chapters', '-count_frames'],
        ...['-of', 'json', video],
      ]).toString(),
    );
  /** The loudness and the highest sample of a whole recording. */
  const levels = (file: string): { readonly loudness: number; readonly peak: number } => {
    const filters = 'ebur128=metadata=1,astats=metadata=1:reset=0,ametadata=print:file=-';
    const log = ffmpeg('-i', file, '-vn', '-af', filters, '-f', 'null', '-').toString();
    const last = (pattern: RegExp) => Number([...log.matchAll(pattern)].at(-1)?.[1]);
    return { loudness: last(/r128\.I=(\S+)/g), peak: last(/Overall\.Peak_level=(\S+)/g) };
  };
  /** Measures how loud a tone is between two times of a film, in decibels. */
  const tonesOf = (video: string) => {
    const raw = ffmpeg('-i', video, '-vn', '-ac', '1', '-ar', '8000', '-f', 'f32le', '-');
    return (hertz: number, from: number, to: number): number => {
      const [real, imaginary] = [Math.cos, Math.sin].map((wave) => {
        let sum = 0;
        for (let at = from * 8000; at < to * 8000; at += 1)
          sum += raw.readFloatLE(4 * at) * wave((2 * Math.PI * hertz * at) / 8000);
        return sum / (to - from);
      });
      return 20 * Math.log10(Math.hypot(real ?? 0, imaginary ?? 0));
    };
  };

  it('joins stills and clips on exact frames, with chapters, captions and even loudness', async () => {
    const scenes = [
      { id: 'scn_1', number: 1, title: 'A = b; #1', shots: [shot(1, 1, still('red.png'))] },
      {
        id: 'scn_2',
        number: 2,
        title: '',
        shots: [
          shot(1, 1.26, clip('green.mp4', 1.5)),
          shot(2, 1.5, still('blue.png'), {
            speech: { path: 'speech.wav', seconds: 1, starts_at: 0.2 },
          }),
        ],
      },
    ];
    const captions = '1\n00:00:00,000 --> 00:00:01,000\nHello\n';
    const task = taskOf(film([], { scenes, subtitles: 'soft' }), { captions });
    const { video, poster } = await maker.make(task);
    const names = colours(video).map(nameOf);
    expect(names).toEqual([
      ...Array<string>(10).fill('r'),
      ...Array<string>(13).fill('g'),
      ...Array<string>(15).fill('b'),
    ]);
    const { streams, format, chapters } = probe(video);
    expect(streams.slice(0, 3)).toMatchObject([
      { codec_name: 'h264', width: WIDTH, height: HEIGHT, r_frame_rate: '10/1' },
      { codec_name: 'aac', channels: 2, sample_rate: '48000' },
      { codec_name: 'mov_text' },
    ]);
    expect(streams[0]).toMatchObject({
      pix_fmt: 'yuv420p',
      color_space: 'bt709',
      duration: '3.800000',
    });
    expect(Math.abs(Number(format.duration) - 3.8)).toBeLessThan(1 / FPS);
    expect(format.tags.title).toBe('Film');
    expect(
      chapters.map((one: Record<string, unknown> & { tags: object }) => [
        one['start_time'],
        one['end_time'],
        one.tags,
      ]),
    ).toEqual([
      ['0.000000', '1.000000', { title: 'A = b; #1' }],
      ['1.000000', '3.800000', { title: 'Scene 2' }],
    ]);
    expect(Math.abs(levels(video).loudness + 16)).toBeLessThan(1);
    expect(nameOf([...(await sharp(poster).raw().toBuffer()).subarray(0, 3)])).toBe('r');
  });

  it('shows a clip as long as its shot, and holds its last frame where it is too short', async () => {
    const shots = [
      shot(1, 1, clip('green.mp4', 1.5)),
      shot(2, 2, clip('silent.mp4', 1.5, { has_sound: false })),
    ];
    const { video } = await maker.make(taskOf(film(shots)));
    expect(colours(video).map(nameOf)).toEqual(Array<string>(30).fill('g'));
  });

  it('centres a cross-fade on the cut without moving it', async () => {
    const shots = [shot(1, 1, still('red.png')), shot(2, 1, still('blue.png'))];
    const { video } = await maker.make(taskOf(film(shots, { transition_seconds: 0.6 })));
    const reds = colours(video).map(([red = 0]) => red);
    expect(reds).toHaveLength(20);
    expect(reds.slice(0, 7).every((red) => red > 200)).toBe(true);
    expect(reds.slice(13).every((red) => red < 40)).toBe(true);
    const fading = reds.slice(7, 13);
    expect(fading).toEqual([...fading].sort((a, b) => b - a));
    expect(fading[3]).toBeGreaterThan(90);
    expect(fading[3]).toBeLessThan(150);
  });

  it('joins the shortest cross-fades and shots without a gap', async () => {
    const shots = [1, 0.1, 1, 0.2, 1].map((seconds, at) =>
      shot(at + 1, seconds, at % 2 === 0 ? clip('green.mp4', 1.5) : still('red.png')),
    );
    const { video } = await maker.make(taskOf(film(shots, { transition_seconds: 0.2 })));
    const times = ['-v', 'error', '-select_streams', 'v', '-show_entries', 'packet=pts', '-of'];
    const written = execFileSync(engine('ffmpeg').replace(/ffmpeg$/, 'ffprobe'), [
      ...[...times, 'csv=p=0', video],
    ]);
    expect(written.toString().trim().split('\n').map(Number)).toEqual(
      Array.from({ length: 33 }, (_, frame) => frame),
    );
    expect(probe(video).streams[0]).toMatchObject({ duration: '3.300000', avg_frame_rate: '10/1' });
  });

  it('burns captions into exactly the frames that they are for, also within a cross-fade', async () => {
    const caption = { from: 0.8, to: 1.3, text: 'WWWW', speaker: null };
    const shots = [shot(1, 1, null), shot(2, 1, null)];
    const made = film(shots, { subtitles: 'burned', transition_seconds: 0.4 });
    const cues = await cuesOf([caption], made);
    const captions = captionsAsAss(cues, made, null);
    const { video } = await maker.make(taskOf(made, { captions }));
    const isDrawn = colours(video).map((colour) => Math.max(...colour) > 2);
    expect(isDrawn).toEqual(Array.from({ length: 20 }, (_, frame) => frame >= 8 && frame < 13));
  });

  it('shows and plays the same in short segments, also after an attempt with longer ones', async () => {
    // Each frame differs from the next one.
    const ramp = "color=c=black:s=64x36:r=10:d=2.5,geq=lum='40+6*N':cb=128:cr=128";
    const sound = ['-f', 'lavfi', '-i', ramp, ...sine(440, 2.5), '-c:v', 'libx264', '-c:a', 'aac'];
    ffmpeg(...sound, add('ramp.mp4', 'mov', [WIDTH, HEIGHT]));
    const half = { create: { width: 64, height: 36, channels: 3, background: '#fff' } } as const;
    const left = sharp(half).extend({ left: 64, background: '#000' });
    writeFileSync(add('half.png', null, [128, 36]), await left.png().toBuffer());
    const zoomed = { kind: 'still', path: 'half.png', zoom: 'in' } as const;
    const shots = [shot(1, 2.2, zoomed), shot(2, 3, clip('ramp.mp4', 2.5))];
    const made = film(shots, { subtitles: 'burned', transition_seconds: 0.4 });
    // Shown from a frame of one segment to a frame of the next one.
    const cues = await cuesOf([{ from: 0.8, to: 3.4, text: 'WWWW', speaker: null }], made);
    const captions = captionsAsAss(cues, made, null);
    const madeIn = async (segmentSeconds: number, task = taskOf(made, { captions })) => {
      const runs: string[] = [];
      const log = (line: string) => runs.push(line);
      const { video, poster } = await maker.make({ ...task, segmentSeconds, log });
      return {
        runs: runs.filter((line) => /^(the cross-fade|shot)/.test(line)).length,
        frames: colours(video),
        sound: ffmpeg('-i', video, '-map', '0:a', '-c', 'copy', '-f', 'md5', '-').toString(),
        poster: colours(poster)[0] ?? [],
      };
    };
    const whole = await madeIn(60);
    const stopping = new AbortController();
    const onFrames = (frames: number) => frames > 20 && stopping.abort(new Error('stopped'));
    const begun = taskOf(made, { captions });
    const stopped = maker.make({ ...begun, signal: stopping.signal, onFrames });
    await expect(stopped).rejects.toThrow('stopped');
    // Segments of clips are up to five times as long.
    const split = await madeIn(0.5, begun);
    expect([whole.runs, split.runs]).toEqual([3, 4 + 1 + 2]);
    expect(split.frames).toHaveLength(52);
    // The encoder decides differently where a segment begins; neighbouring frames differ by more.
    const difference = (one: readonly number[] = [], other: readonly number[] = []): number =>
      Math.max(...one.map((value, at) => Math.abs(value - (other[at] ?? 0))));
    const differences = split.frames.map((frame, at) => difference(frame, whole.frames[at]));
    expect(Math.max(...differences)).toBeLessThanOrEqual(2);
    expect(difference(split.poster, whole.poster)).toBeLessThanOrEqual(2);
    expect(split.sound).toBe(whole.sound);
  });

  it('zooms slowly into a still', async () => {
    const half = { create: { width: 32, height: 36, channels: 3, background: '#fff' } } as const;
    const white = await sharp(half).png().toBuffer();
    const black = {
      create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#000' },
    } as const;
    const picture = sharp(black).composite([{ input: white, left: 24, top: 0 }]);
    writeFileSync(add('bar.png', null, [WIDTH, HEIGHT]), await picture.png().toBuffer());
    const bar = { kind: 'still', path: 'bar.png', zoom: 'in' } as const;
    const { video, poster } = await maker.make(taskOf(film([shot(1, 1, bar)])));
    const brightness = colours(video).map(([red = 0]) => red);
    expect(brightness).toHaveLength(10);
    expect(brightness.every((one, at) => at === 0 || one >= (brightness[at - 1] ?? 0))).toBe(true);
    expect((brightness.at(-1) ?? 0) - (brightness[0] ?? 0)).toBeGreaterThan(6);
    // The poster is the frame in the middle of the first shot.
    expect(colours(poster)[0]?.[0]).toBe(brightness[5]);
  });

  it('keeps, lowers or leaves out the sound of a clip while somebody speaks', async () => {
    const speech = { path: 'speech.wav', seconds: 1, starts_at: 0 };
    const shots = (['keep', 'duck', 'mute'] as const).map((sound, at) =>
      shot(at + 1, 1.5, clip('green.mp4', 1.5, { sound }), { speech }),
    );
    const { video } = await maker.make(taskOf(film(shots)));
    const tone = tonesOf(video);
    // The clip plays 440 Hz, the speech is 660 Hz.
    const [kept = 0, ducked = 0, muted = 0] = [0, 1.5, 3].map(
      (start) => tone(440, start + 0.3, start + 0.9) - tone(660, start + 0.3, start + 0.9),
    );
    expect(kept - ducked).toBeGreaterThan(6);
    expect(ducked - muted).toBeGreaterThan(6);
  });

  it('repeats music to the end, below a narration, and logs the loudness but no tags', async () => {
    const music = { path: 'music.mp3', seconds: 0.7 };
    const narration = { path: 'speech.wav', seconds: 1 };
    const log: string[] = [];
    const made = film([shot(1, 6, still('red.png'))], { music, narration });
    const { video } = await maker.make(taskOf(made, { log: (line) => log.push(line) }));
    expect(log.join('\n')).toContain('Integrated loudness:');
    expect(log.join('\n')).not.toMatch(/Draft|Private|more/);
    const tone = tonesOf(video);
    expect(tone(220, 2, 4) - tone(220, 0.3, 0.9)).toBeGreaterThan(6);
    expect(Math.abs(levels(video).loudness + 16)).toBeLessThan(1);
  });

  it('limits peaks where gain alone would clip them', async () => {
    const taps = "'sin(5000*t)*if(lt(mod(t,0.5),0.008),0.5,0.01)':d=4";
    ffmpeg('-f', 'lavfi', '-i', `aevalsrc=${taps}`, add('taps.wav', 'wav'));
    const narration = { path: 'taps.wav', seconds: 4 };
    const { video } = await maker.make(taskOf(film([shot(1, 4, null)], { narration })));
    expect(levels(join(folder, 'taps.wav')).loudness).toBeLessThan(-18);
    const { loudness, peak } = levels(video);
    expect(Math.abs(loudness + 16)).toBeLessThan(1);
    expect(peak).toBeLessThan(-0.5);
  });

  it('reaches the target loudness for a short film that ends quietly', async () => {
    const fading = "'if(lt(t,2.5),0.2,0.08)*sin(1000*t)':d=6";
    ffmpeg('-f', 'lavfi', '-i', `aevalsrc=${fading}`, add('fading.wav', 'wav'));
    const narration = { path: 'fading.wav', seconds: 6 };
    const { video } = await maker.make(taskOf(film([shot(1, 6, null)], { narration })));
    expect(Math.abs(levels(video).loudness + 16)).toBeLessThan(0.5);
  });

  it('makes a film without any sound silent, and leaves missing pictures black', async () => {
    const { video } = await maker.make(taskOf(film([shot(1, 0.5, null)])));
    expect(colours(video).map(nameOf)).toEqual(Array<string>(5).fill(''));
    expect(probe(video).streams[1]).toMatchObject({ codec_type: 'audio' });
    expect(levels(video).loudness).toBeLessThan(-60);
  });

  it('continues after interruptions with the finished segments and the mixed sound', async () => {
    const speech = { path: 'speech.wav', seconds: 1, starts_at: 0 };
    const shots = [1, 2, 3].map((number) => shot(number, 1, still('red.png')));
    const task = taskOf(film([...shots, shot(4, 1, null, { speech })]));
    const interrupted = async (hooks: (stop: () => void) => Partial<FilmTask>): Promise<void> => {
      const stopping = new AbortController();
      const part = hooks(() => stopping.abort(new Error('the service ends')));
      const making = maker.make({ ...task, signal: stopping.signal, ...part });
      await expect(making).rejects.toThrow('the service ends');
    };
    await interrupted((stop) => ({ onFrames: (frames) => frames > 10 && stop() }));
    const made = readdirSync(join(folder, 'renders', task.id));
    expect(made.filter((name) => name.endsWith('.part'))).toEqual([]);
    expect(made.filter((name) => name.startsWith('segment-'))).not.toHaveLength(0);
    const log: string[] = [];
    await interrupted((stop) => ({
      log: (line) => (line === 'the film' ? stop() : log.push(line)),
    }));
    expect(log).not.toContain('shot 1 of scene 1');
    expect(log).toContain('the sound');
    const { video } = await maker.make({ ...task, log: (line) => log.push(line) });
    expect(log.filter((line) => line === 'the sound')).toHaveLength(1);
    expect(colours(video)).toHaveLength(40);
    expect(Math.abs(levels(video).loudness + 16)).toBeLessThan(1);
    // What is finished is not made again.
    const before = readFileSync(video);
    await maker.make(task);
    expect(readFileSync(video).equals(before)).toBe(true);
    // The pixels of pictures are kept only as long as a segment is made of them.
    const left = readdirSync(join(folder, 'renders', task.id));
    expect(left.filter((name) => name.startsWith('still-'))).toEqual([]);
    await files.removeExcept(() => Promise.resolve(new Set()));
    expect(readdirSync(join(folder, 'renders'))).toEqual([]);
  });

  it('reports the shot whose clip is damaged, with what ffmpeg writes in the log', async () => {
    const log: string[] = [];
    const task = taskOf(film([shot(4, 1, clip('damaged.mp4', 1))]), {
      log: (line) => log.push(line),
    });
    await expect(maker.make(task)).rejects.toThrow('Making shot 4 of scene 1 failed');
    expect(log.join('\n')).toContain('damaged.mp4');
  });

  it('reports a full disk, and leaves no unfinished file of this or an earlier attempt', async () => {
    const program = join(folder, 'ffmpeg-on-a-full-disk');
    const script =
      '#!/bin/sh\necho "Error writing trailer: No space left on device" >&2\nexit 228\n';
    writeFileSync(program, script, { mode: 0o755 });
    const task = taskOf(film([shot(1, 1, null)]));
    const ofFilm = join(folder, 'renders', task.id);
    mkdirSync(ofFilm, { recursive: true });
    writeFileSync(join(ofFilm, 'abc.part'), 'a');
    await expect(makerWith(program).make(task)).rejects.toBeInstanceOf(DiskFull);
    expect(readdirSync(ofFilm)).toEqual([]);
  });

  it('reports that ffmpeg is missing', async () => {
    const task = taskOf(film([shot(1, 1, still('red.png'))]));
    await expect(makerWith('no-such-ffmpeg').make(task)).rejects.toMatchObject({
      code: 'ffmpeg_missing',
    });
  });
});
