import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { BackgroundFfmpeg } from '../../../platform/imaging/background-ffmpeg';
import { ImageTool } from '../../../platform/imaging/image-tool';
import { ImageUnreadable } from '../../../platform/imaging/imaging.errors';
import type { FilmStill } from './film';
import { FilmFilesStore } from './film-files.store';
import { blackStream, clipStream, isClip, type PictureStream, stillStream } from './film-pictures';
import { segmentRun } from './film-segment-run';
import { type Segment, segmentsOf, type ShotFrames } from './film-segments';
import { FilmFailed, type FilmTask, pictureTimeoutMs, runForFilm } from './film-task';
import type { Timeline } from './film-timeline';

export interface SegmentFile {
  readonly name: string;
  /** Its first frame, counted from the start of the film. */
  readonly start: number;
  readonly frames: number;
}

/** A task and its folder. */
export interface FilmWork {
  readonly task: FilmTask;
  readonly folder: string;
}

const MAX_THREADS = 4;

/** Makes the picture of a film, one segment after another. */
@Injectable()
export class FilmSegmentsService {
  /** At most half of the processors, so that the rest stay free. */
  private readonly threads = Math.min(MAX_THREADS, Math.ceil(availableParallelism() / 2));

  constructor(
    private readonly ffmpeg: BackgroundFfmpeg,
    private readonly pictures: ImageTool,
    private readonly files: FilmFilesStore,
    private readonly config: ConfigService,
  ) {}

  /** @returns the files of all segments in order @throws FilmFailed, DiskFull, what stops the task */
  async make(work: FilmWork, timeline: Timeline): Promise<readonly SegmentFile[]> {
    const { film, segmentSeconds } = work.task;
    const segments = segmentsOf(timeline, segmentSeconds * film.fps);
    const lastUses = new Map(
      segments.flatMap((segment, index) => stillsOf(segment).map((still) => [still.path, index])),
    );
    const made: SegmentFile[] = [];
    for (const [index, segment] of segments.entries()) {
      work.task.signal.throwIfAborted();
      await work.task.beforeSegment();
      made.push(await this.segment(work, segment, index));
      // Uncompressed, they take more space than everything else.
      for (const { path } of stillsOf(segment))
        if (lastUses.get(path) === index) await this.files.removeFile(work.folder, stillName(path));
      work.task.onFrames(segment.start + segment.frames);
    }
    return made;
  }

  private async segment(work: FilmWork, segment: Segment, index: number): Promise<SegmentFile> {
    const { film, onFrames } = work.task;
    const streams = segment.pictures.map((picture) => this.stream(work, picture));
    const runTo = (target: string) =>
      segmentRun(film, segment, streams, { target, threads: this.threads });
    const name = `segment-${index}-${fingerprint(runTo(''))}.mp4`;
    const what = nameOf(segment);
    await this.files.make(work.folder, name, async (part) => {
      for (const still of stillsOf(segment)) await this.makeStill(work, still);
      let frames = 0;
      const run = {
        what,
        run: runTo(part),
        timeoutMs: pictureTimeoutMs(segment.frames),
        onFrames: (encoded: number): void => {
          frames = encoded;
          onFrames(segment.start + encoded);
        },
      };
      await runForFilm(this.ffmpeg, work, run);
      if (frames < segment.frames)
        throw new FilmFailed(`Making ${what} failed: its clip has no picture that can be decoded.`);
    });
    return { name, start: segment.start, frames: segment.frames };
  }

  private stream(work: FilmWork, frames: ShotFrames): PictureStream {
    const { film, sources } = work.task;
    const { picture } = frames.placed.shot;
    if (picture === null) return blackStream(film);
    if (!isClip(picture)) return stillStream(film, picture, frames, stillName(picture.path));
    const source = sources.get(picture.path);
    if (!source?.demuxer)
      throw new FilmFailed(`The clip ${picture.path} is of a type that films can't be made of.`);
    return clipStream(film, frames, { ...source, demuxer: source.demuxer });
  }

  /** Makes the file with the picture's pixels in the size of the film. */
  private async makeStill({ task, folder }: FilmWork, { path }: FilmStill): Promise<void> {
    const { film, sources, owner, signal } = task;
    const source = sources.get(path)?.file ?? '';
    const size = { width: film.width, height: film.height };
    const maxPixels = this.config.current().limits.pixels;
    await this.files.make(folder, stillName(path), async (part) => {
      const pixels = await this.pictures
        .fitted(source, size, { owner, signal, maxPixels })
        .catch((error: unknown) => {
          if (!(error instanceof ImageUnreadable)) throw error;
          throw new FilmFailed(`The picture ${path} can't be decoded.`, 'render_failed', error);
        });
      await this.files.write(folder, part, pixels);
    });
  }
}

const stillsOf = ({ pictures }: Segment): FilmStill[] =>
  pictures.flatMap(({ placed: { shot } }) =>
    shot.picture === null || isClip(shot.picture) ? [] : [shot.picture],
  );

const stillName = (path: string): string => `still-${fingerprint(path)}.rgb`;

const fingerprint = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);

function nameOf({ pictures }: Segment): string {
  const [shot, next] = pictures.map(
    ({ placed }) => `shot ${placed.shot.number} of scene ${placed.scene.number}`,
  );
  return next === undefined ? `${shot}` : `the cross-fade from ${shot} to ${next}`;
}
