import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { type MediaProperties, readMediaProperties } from './media-properties';
import { ProgramFailed, runProgram } from './child-program';
import { DecodingSlots, type WorkRequest } from './decoding-slots';
import type { Demuxer } from './demuxer';
import { fileExists } from './file-bytes.store';
import { type MediaFile, runFfmpeg, runFfprobe } from './ffmpeg-run';
import { type SoundPart, soundJoinRun } from './sound-join';

const MIB = 1024 * 1024;
/** A decoder holds some twenty frames of the video, of up to 8192 × 4320 pixels. */
const MAX_MEMORY_BYTES = 1536 * MIB;
const PROBE_LIMITS = { timeoutMs: 20_000, maxBytes: 4 * MIB, maxMemoryBytes: MAX_MEMORY_BYTES };
const FRAME_LIMITS = { timeoutMs: 30_000, maxBytes: 64 * MIB, maxMemoryBytes: MAX_MEMORY_BYTES };
const COPY_LIMITS = { timeoutMs: 300_000, maxBytes: MIB, maxMemoryBytes: MAX_MEMORY_BYTES };
const VERSION_LIMITS = { timeoutMs: 5000, maxBytes: MIB, maxMemoryBytes: MAX_MEMORY_BYTES };
/** Seconds before the end of a video in which its last frame is looked for first: few frames have to be decoded. */
const LAST_FRAME_WINDOWS = [0.5, 5];
/**
 * Each frame replaces the one before. Frames get evenly spaced times: where theirs lie close together, ffmpeg would leave
 * some out.
 */
const LAST_FRAME_OUTPUT = [
  ...['-map', '0:V:0', '-vf', 'settb=1/25,setpts=N', '-r', '25'],
  ...['-f', 'image2', '-update', '1', '-c:v', 'png'],
];
/** The filter reads standard input. */
const SUBTITLE_OUTPUT = [
  ...['-vf', 'subtitles=filename=pipe\\\\:0,format=gray', '-frames:v', '1'],
  ...['-f', 'rawvideo', 'pipe:1'],
];
const MOV_MUXERS: readonly string[] = ['mp4', 'mov'];
/** `V`: video tracks, but no cover pictures. */
const COPY_TRACKS = [
  ...['-map', '0:V?', '-map', '0:a?', '-map', '0:s?', '-c', 'copy'],
  ...['-map_metadata', '-1', '-map_chapters', '-1'],
  // Without the name and version of the muxer.
  ...['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'],
];

/** ffprobe or ffmpeg finds the file damaged. */
export class Unplayable extends Error {}

/** A recording, and who asks for the work on it. */
export interface Recording extends WorkRequest {
  readonly path: string;
  readonly demuxer: Demuxer;
}

/**
 * Probes, copies and decodes sound and video with ffprobe and ffmpeg, if they are installed, in slots that owners take
 * in turn. What waits for a slot ends with the reason of its signal.
 */
@Injectable()
export class FfmpegTool {
  private readonly installed: Promise<{ ffprobe: boolean; ffmpeg: boolean }>;

  /** @param programs names of the binaries; tests name some that don't exist */
  constructor(
    private readonly slots = new DecodingSlots(),
    private readonly programs = { ffprobe: 'ffprobe', ffmpeg: 'ffmpeg' },
  ) {
    this.installed = this.detectPrograms();
  }

  /** Which of the two programs are installed. Checked once, at the start of the process. */
  available(): Promise<{ readonly ffprobe: boolean; readonly ffmpeg: boolean }> {
    return this.installed;
  }

  /** Properties of the recording; `null` where ffprobe is absent or couldn't run. @throws Unplayable */
  async probe(recording: Recording): Promise<MediaProperties | null> {
    if (!(await this.installed).ffprobe) return null;
    const answer = await this.run(recording, () =>
      runFfprobe(this.programs.ffprobe, media(recording), PROBE_LIMITS),
    );
    return answer === null ? null : readMediaProperties(answer);
  }

  /**
   * A frame as PNG, scaled down to fit into a square of `edge` pixels; `null` where ffmpeg is absent or couldn't run.
   * @param at seconds into the video, and the edge
   * @throws Unplayable
   */
  async frame(
    recording: Recording,
    { seconds, edge }: { readonly seconds: number; readonly edge: number },
  ): Promise<Buffer | null> {
    if (!(await this.installed).ffmpeg) return null;
    const scale = `scale=min(${edge}\\,iw):min(${edge}\\,ih):force_original_aspect_ratio=decrease`;
    const output = ['-frames:v', '1', '-vf', scale, '-f', 'image2pipe', '-c:v', 'png', 'pipe:1'];
    const inputs = [{ source: media(recording), start: seconds }];
    const png = await this.run(recording, () =>
      runFfmpeg(this.programs.ffmpeg, { inputs, output }, FRAME_LIMITS),
    );
    if (png?.length === 0) throw new Unplayable('the video has no frame there');
    return png;
  }

  /**
   * Writes the last frame that a player shows to a new PNG file, in full size. Decodes from shortly before the end; a video
   * track that ends earlier than the file's sound is decoded from its start.
   * @param duration of the file in seconds; `null` where unknown
   * @returns `false` where ffmpeg is absent or couldn't run
   * @throws Unplayable
   */
  async lastFrame(recording: Recording, duration: number | null, png: string): Promise<boolean> {
    if (!(await this.installed).ffmpeg) return false;
    const source = media(recording);
    const starts = LAST_FRAME_WINDOWS.map((seconds) => (duration ?? 0) - seconds);
    for (const start of [...starts.filter((seconds) => seconds > 0), 0]) {
      const run = { inputs: [{ source, start }], output: [...LAST_FRAME_OUTPUT, `file:${png}`] };
      const result = await this.run(recording, () =>
        runFfmpeg(this.programs.ffmpeg, run, FRAME_LIMITS),
      );
      if (result === null) return false;
      if (await fileExists(png)) return true;
    }
    throw new Unplayable('the video has no frames');
  }

  /**
   * Copies the video, sound and subtitle tracks of a file into a new one, without metadata, chapters, covers and
   * attachments. Nothing is decoded.
   * @returns `false` where ffmpeg is absent or failed. A copy of `maxBytes` or more may be cut: ffmpeg stops writing there
   */
  async copyTracks(
    recording: Recording,
    target: { readonly path: string; readonly muxer: string; readonly maxBytes: number },
  ): Promise<boolean> {
    if (!(await this.installed).ffmpeg) return false;
    const { path, muxer, maxBytes } = target;
    // A hostile file may list the same bytes as many samples, so the size of the copy is limited.
    const output = [
      ...COPY_TRACKS,
      ...(MOV_MUXERS.includes(muxer) ? ['-movflags', '+faststart'] : []),
      ...['-fs', String(maxBytes), '-f', muxer, `file:${path}`],
    ];
    const inputs = [{ source: media(recording) }];
    const copy = () => runFfmpeg(this.programs.ffmpeg, { inputs, output }, COPY_LIMITS);
    return (await this.slots.run(recording, copy).catch(nullIfFailed)) !== null;
  }

  /**
   * Draws what subtitles show at their start, white on black.
   * @param ass the text of an ASS file for a picture of this size
   * @returns the brightness of each pixel, rows from the top; `null` where ffmpeg is absent, draws no subtitles or failed
   */
  async subtitlePixels(
    ass: string,
    { width, height }: { readonly width: number; readonly height: number },
    request: WorkRequest,
  ): Promise<Buffer | null> {
    if (!(await this.installed).ffmpeg) return null;
    const graph = `color=black:size=${width}x${height}:rate=1:duration=1`;
    const inputs = [{ source: { kind: 'made', graph } as const }];
    const chunks = Readable.from([Buffer.from(ass)]);
    const draw = () =>
      runFfmpeg(this.programs.ffmpeg, { inputs, output: SUBTITLE_OUTPUT, chunks }, FRAME_LIMITS);
    return this.slots.run(request, draw).catch(nullIfFailed);
  }

  /**
   * Puts recordings of sound one behind the other into a new FLAC file, with one channel.
   * @returns `false` where ffmpeg is absent or couldn't run
   * @throws Unplayable
   */
  async joinSounds(
    request: WorkRequest,
    parts: readonly SoundPart[],
    flac: string,
  ): Promise<boolean> {
    if (!(await this.installed).ffmpeg) return false;
    const joined = await this.slots.run(request, () =>
      unplayableOnError(runFfmpeg(this.programs.ffmpeg, soundJoinRun(parts, flac), COPY_LIMITS)),
    );
    return joined !== null;
  }

  /** In a slot of the owner; `null` if the program couldn't run. @throws Unplayable */
  private run<T>(recording: Recording, program: () => Promise<T>): Promise<T | null> {
    return this.slots.run(recording, () => unplayableOnError(program()));
  }

  private async detectPrograms(): Promise<{ ffprobe: boolean; ffmpeg: boolean }> {
    const { ffprobe, ffmpeg } = this.programs;
    const [hasProbe, hasFfmpeg] = await Promise.all([isInstalled(ffprobe), isInstalled(ffmpeg)]);
    return { ffprobe: hasProbe, ffmpeg: hasFfmpeg };
  }
}

function nullIfFailed(error: unknown): null {
  if (error instanceof ProgramFailed) return null;
  throw error;
}

const detections = new Map<string, Promise<boolean>>();

/** Starts the program once per process: a start takes longer than the rest of a service's start in a test. */
function isInstalled(program: string): Promise<boolean> {
  const detection =
    detections.get(program) ??
    runProgram(program, ['-version'], VERSION_LIMITS).then(
      () => true,
      // One that takes too long on a busy machine is installed, too.
      (error: unknown) => error instanceof ProgramFailed && error.wasKilled,
    );
  detections.set(program, detection);
  return detection;
}

const media = ({ path, demuxer }: Recording): MediaFile => ({ kind: 'file', path, demuxer });

/** A program that exits with an error has found the file damaged; one that didn't start or was killed has not. */
async function unplayableOnError<T>(run: Promise<T>): Promise<T | null> {
  try {
    return await run;
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error;
    if (error.exitCode === null) return null;
    throw new Unplayable('the file cannot be played', { cause: error });
  }
}
