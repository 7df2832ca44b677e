import { Injectable } from '@nestjs/common';
import { type MediaProperties, readMediaProperties } from './media-properties';
import { ProgramFailed, runProgram } from './child-program';
import { DecodingSlots, type WorkOwner } from './decoding-slots';
import type { Demuxer } from './demuxer';
import { type MediaFile, runFfmpeg, runFfprobe } from './ffmpeg-run';

const MIB = 1024 * 1024;
/** A decoder holds some twenty frames of the video, of up to 8192 × 4320 pixels. */
const MAX_MEMORY_BYTES = 1536 * MIB;
const PROBE_LIMITS = { timeoutMs: 20_000, maxBytes: 4 * MIB, maxMemoryBytes: MAX_MEMORY_BYTES };
const FRAME_LIMITS = { timeoutMs: 30_000, maxBytes: 64 * MIB, maxMemoryBytes: MAX_MEMORY_BYTES };
const COPY_LIMITS = { timeoutMs: 300_000, maxBytes: MIB, maxMemoryBytes: MAX_MEMORY_BYTES };
const VERSION_LIMITS = { timeoutMs: 5000, maxBytes: MIB, maxMemoryBytes: MAX_MEMORY_BYTES };
/** Longest edge of an extracted frame, in pixels. */
const FRAME_EDGE = 1024;
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
export interface Recording {
  readonly path: string;
  readonly demuxer: Demuxer;
  readonly owner: WorkOwner;
}

/**
 * Probes and copies sound and video with ffprobe and ffmpeg, if they are installed, in slots that owners take in turn;
 * everything throws `MediaBusy` when too much work waits.
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
  async probe({ owner, ...file }: Recording): Promise<MediaProperties | null> {
    if (!(await this.installed).ffprobe) return null;
    const answer = await this.slots.run(owner, () =>
      unplayableOnError(runFfprobe(this.programs.ffprobe, media(file), PROBE_LIMITS)),
    );
    return answer === null ? null : readMediaProperties(answer);
  }

  /** A frame as PNG, `seconds` into the video; `null` where ffmpeg is absent or couldn't run. @throws Unplayable */
  async frame({ owner, ...file }: Recording, seconds: number): Promise<Buffer | null> {
    if (!(await this.installed).ffmpeg) return null;
    const scale = `scale=min(${FRAME_EDGE}\\,iw):min(${FRAME_EDGE}\\,ih):force_original_aspect_ratio=decrease`;
    const output = ['-frames:v', '1', '-vf', scale, '-f', 'image2pipe', '-c:v', 'png', 'pipe:1'];
    const inputs = [{ source: media(file), start: seconds }];
    const png = await this.slots.run(owner, () =>
      unplayableOnError(runFfmpeg(this.programs.ffmpeg, { inputs, output }, FRAME_LIMITS)),
    );
    if (png?.length === 0) throw new Unplayable('the video has no frame there');
    return png;
  }

  /**
   * Copies the video, sound and subtitle tracks of a file into a new one, without metadata, chapters, covers and
   * attachments. Nothing is decoded.
   * @returns `false` where ffmpeg is absent or failed. A copy of `maxBytes` or more may be cut: ffmpeg stops writing there
   */
  async copyTracks(
    { owner, ...source }: Recording,
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
    const inputs = [{ source: media(source) }];
    try {
      await this.slots.run(owner, () =>
        runFfmpeg(this.programs.ffmpeg, { inputs, output }, COPY_LIMITS),
      );
      return true;
    } catch (error) {
      if (error instanceof ProgramFailed) return false;
      throw error;
    }
  }

  private async detectPrograms(): Promise<{ ffprobe: boolean; ffmpeg: boolean }> {
    const { ffprobe, ffmpeg } = this.programs;
    const [hasProbe, hasFfmpeg] = await Promise.all([isInstalled(ffprobe), isInstalled(ffmpeg)]);
    return { ffprobe: hasProbe, ffmpeg: hasFfmpeg };
  }
}

const detections = new Map<string, Promise<boolean>>();

/** Starts the program once per process: a start takes longer than the rest of a service's start in a test. */
function isInstalled(program: string): Promise<boolean> {
  const detection =
    detections.get(program) ??
    runProgram(program, ['-version'], VERSION_LIMITS).then(
      () => true,
      () => false,
    );
  detections.set(program, detection);
  return detection;
}

const media = (file: Omit<Recording, 'owner'>): MediaFile => ({ kind: 'file', ...file });

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
