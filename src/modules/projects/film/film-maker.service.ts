import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { BackgroundFfmpeg } from '../../../platform/imaging/background-ffmpeg';
import { FilmFilesStore } from './film-files.store';
import { joinRun, METADATA, SEGMENT_LIST, segmentList, SOFT_CAPTIONS } from './film-join';
import { metadataFile } from './film-metadata';
import { BURNED_CAPTIONS } from './film-segment-run';
import { FilmSegmentsService, type FilmWork, type SegmentFile } from './film-segments.service';
import { FilmSoundService } from './film-sound.service';
import { FilmFailed, type FilmTask, runForFilm, soundTimeoutMs } from './film-task';
import { type Timeline, timelineOf } from './film-timeline';

/** Absolute paths of a finished film and its poster. */
export interface FinishedFilm {
  readonly video: string;
  readonly poster: string;
}

const VIDEO = 'film.mp4';
const POSTER = 'poster.png';

/** Makes films with ffmpeg: the picture in segments, the sound in one piece, then both together. */
@Injectable()
export class FilmMakerService {
  constructor(
    private readonly ffmpeg: BackgroundFfmpeg,
    private readonly segments: FilmSegmentsService,
    private readonly sound: FilmSoundService,
    private readonly files: FilmFilesStore,
  ) {}

  /**
   * Makes a film, or continues one that was interrupted. Its files stay until {@link FilmFilesStore.remove}.
   * @throws FilmFailed, DiskFull, the reason of the task's signal
   */
  async make(task: FilmTask): Promise<FinishedFilm> {
    const timeline = timelineOf(task.film);
    if (timeline.frames === 0) throw new FilmFailed('The film has no shots.');
    const work = { task, folder: await this.files.folder(task.id) };
    await this.files.make(work.folder, POSTER, async (poster) => {
      await this.writeCaptions(work);
      const segments = await this.segments.make(work, timeline);
      await this.files.write(work.folder, SEGMENT_LIST, segmentList(segments, task.film.fps));
      await this.files.write(work.folder, METADATA, metadataFile(task.film));
      const levelling = await this.sound.mix(work, timeline);
      await this.files.replace(work.folder, VIDEO, (video) =>
        runForFilm(this.ffmpeg, work, {
          what: 'the film',
          run: joinRun(task.film, levelling, posterFrame(timeline, segments), { video, poster }),
          timeoutMs: soundTimeoutMs(timeline.frames / task.film.fps),
        }),
      );
    });
    task.onFrames(timeline.frames);
    return { video: join(work.folder, VIDEO), poster: join(work.folder, POSTER) };
  }

  private async writeCaptions({ task, folder }: FilmWork): Promise<void> {
    const { subtitles } = task.film;
    if (subtitles === 'none') return;
    const name = subtitles === 'burned' ? BURNED_CAPTIONS : SOFT_CAPTIONS;
    await this.files.write(folder, name, task.captions);
  }
}

/**
 * The middle of the first shot, outside its cross-fade: its start may be black, or part of a zoom that has not shown
 * anything yet.
 */
function posterFrame({ shots: [shot] }: Timeline, segments: readonly SegmentFile[]) {
  const { frames = 1, fadeOut = 0 } = shot ?? {};
  const frame = Math.min(Math.floor(frames / 2), frames - fadeOut - 1);
  const shown = segments.findLast(({ start }) => start <= frame);
  return { segment: shown?.name ?? '', frame: frame - (shown?.start ?? 0) };
}
