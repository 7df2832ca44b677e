import { Injectable } from '@nestjs/common';
import { type PlayFacts, playFacts } from './play-facts';
import { ProgramFailed, runProgram } from './child';
import { Slots } from '../slots';

/** The container's demuxer, by ffmpeg's name: it must not guess, or a playlist could make it open other files. */
export type Demuxer = 'mov' | 'matroska' | 'wav' | 'mp3' | 'flac' | 'ogg';

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
export class MediaProbe {
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
  async probe(file: string, demuxer: Demuxer): Promise<PlayFacts | null> {
    if (!(await this.found).ffprobe) return null;
    const args = ['-show_format', '-show_streams', '-of', 'json', ...this.input(file, demuxer)];
    const answer = await this.slots.run(() =>
      judged(runProgram(this.programs.ffprobe, ['-v', 'error', ...args], PROBE_LIMITS)),
    );
    return answer && playFacts(JSON.parse(answer.toString('utf8')));
  }

  /** A frame as PNG, `seconds` into the video; `null` where ffmpeg is absent or couldn't run. @throws Unplayable */
  async frame(file: string, demuxer: Demuxer, seconds: number): Promise<Buffer | null> {
    if (!(await this.found).ffmpeg) return null;
    const scale = `scale=min(${FRAME_EDGE}\\,iw):min(${FRAME_EDGE}\\,ih):force_original_aspect_ratio=decrease`;
    const output = ['-frames:v', '1', '-vf', scale, '-f', 'image2pipe', '-c:v', 'png', 'pipe:1'];
    const seek = ['-ss', seconds.toFixed(3)];
    const args = ['-v', 'error', '-nostdin', ...seek, ...this.input(file, demuxer), ...output];
    const png = await this.slots.run(() =>
      judged(runProgram(this.programs.ffmpeg, args, FRAME_LIMITS)),
    );
    if (png?.length === 0) throw new Unplayable('the video has no frame there');
    return png;
  }

  private input(file: string, demuxer: Demuxer): string[] {
    return ['-protocol_whitelist', 'file', '-f', demuxer, '-i', `file:${file}`];
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

/** A program that ended with an error has judged the file; one that couldn't run, or hung, has not. */
async function judged(run: Promise<Buffer>): Promise<Buffer | null> {
  try {
    return await run;
  } catch (error) {
    if (!(error instanceof ProgramFailed)) throw error;
    if (error.exitCode === null) return null;
    throw new Unplayable('the file cannot be played', { cause: error });
  }
}
