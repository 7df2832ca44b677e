import { Injectable } from '@nestjs/common';
import { type MediaProperties, readMediaProperties } from './media-properties';
import { ProgramFailed, runProgram } from './child-program';
import type { Demuxer } from './demuxer';
import { type MediaFile, runFfmpeg, runFfprobe } from './ffmpeg-run';
import { Slots } from '../slots';

const PROBE_LIMITS = { timeoutMs: 20_000, maxBytes: 4 * 1024 * 1024 };
const FRAME_LIMITS = { timeoutMs: 30_000, maxBytes: 64 * 1024 * 1024 };
const VERSION_LIMITS = { timeoutMs: 5000, maxBytes: 1024 * 1024 };
const AT_ONCE = 2;
/** Longest edge of a grabbed frame, in pixels. */
const FRAME_EDGE = 1024;

/** ffprobe or ffmpeg finds the file damaged. */
export class Unplayable extends Error {}

/** Looks into sound and video with ffprobe and ffmpeg, where the PATH has them. */
@Injectable()
export class FfmpegTool {
  private readonly slots = new Slots(AT_ONCE);
  private readonly found: Promise<{ ffprobe: boolean; ffmpeg: boolean }>;

  /** @param programs what they are called; tests name some that don't exist */
  constructor(private readonly programs = { ffprobe: 'ffprobe', ffmpeg: 'ffmpeg' }) {
    this.found = this.find();
  }

  /** Which of the two programs there are. Looked up once, at start. */
  available(): Promise<{ readonly ffprobe: boolean; readonly ffmpeg: boolean }> {
    return this.found;
  }

  /** What plays in the file; `null` where ffprobe is absent or couldn't run. @throws Unplayable */
  async probe(file: string, demuxer: Demuxer): Promise<MediaProperties | null> {
    if (!(await this.found).ffprobe) return null;
    const answer = await this.slots.run(() =>
      judged(runFfprobe(this.programs.ffprobe, media(file, demuxer), PROBE_LIMITS)),
    );
    return answer === null ? null : readMediaProperties(answer);
  }

  /** A frame as PNG, `seconds` into the video; `null` where ffmpeg is absent or couldn't run. @throws Unplayable */
  async frame(file: string, demuxer: Demuxer, seconds: number): Promise<Buffer | null> {
    if (!(await this.found).ffmpeg) return null;
    const scale = `scale=min(${FRAME_EDGE}\\,iw):min(${FRAME_EDGE}\\,ih):force_original_aspect_ratio=decrease`;
    const output = ['-frames:v', '1', '-vf', scale, '-f', 'image2pipe', '-c:v', 'png', 'pipe:1'];
    const inputs = [{ source: media(file, demuxer), start: seconds }];
    const png = await this.slots.run(() =>
      judged(runFfmpeg(this.programs.ffmpeg, { inputs, output }, FRAME_LIMITS)),
    );
    if (png?.length === 0) throw new Unplayable('the video has no frame there');
    return png;
  }

  private async find(): Promise<{ ffprobe: boolean; ffmpeg: boolean }> {
    const starts = (program: string) =>
      runProgram(program, ['-version'], VERSION_LIMITS).then(
        () => true,
        () => false,
      );
    const { ffprobe, ffmpeg } = this.programs;
    const [hasProbe, hasFfmpeg] = await Promise.all([starts(ffprobe), starts(ffmpeg)]);
    return { ffprobe: hasProbe, ffmpeg: hasFfmpeg };
  }
}

const media = (path: string, demuxer: Demuxer): MediaFile => ({ kind: 'file', path, demuxer });

/** A program that ended with an error has judged the file; one that couldn't run, or hung, has not. */
async function judged<T>(run: Promise<T>): Promise<T | null> {
  try {
    return await run;
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error;
    if (error.exitCode === null) return null;
    throw new Unplayable('the file cannot be played', { cause: error });
  }
}
