import { Injectable, Logger } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock/clock';
import { AppError } from '../../../platform/errors/app-error';
import { asDiskError } from '../../../platform/errors/disk-full';
import { DerivedMedia, type LocatedFile } from '../../media/public/derived-media';
import { MediaNotFound } from '../../media/public/media-not-found';
import { OwnerStorage } from '../../media/public/owner-storage';
import { burnedCaptions } from '../captions/burned-captions';
import { cuesOf } from '../captions/captions';
import { srtFile } from '../captions/subtitle-files';
import type { Film } from '../film/film';
import { FilmFilesStore } from '../film/film-files.store';
import { FilmMakerService, type FinishedFilm } from '../film/film-maker.service';
import { type FilmSources, pathsOf } from '../film/film-source';
import { FilmFailed } from '../film/film-task';
import { captionsOf } from '../film/film-timeline';
import type { RenderRow } from '../records/render.entity';
import { type RenderEnd, RendersRepository } from '../records/renders.repository';
import { RenderEventsService } from './render-events.service';
import { RenderJournal } from './render-journal';

/** Length of a segment of a picture at most; those of clips are longer. A restart loses one, and another owner waits for one. */
const SEGMENT_SECONDS = 60;

/** Aborts a running render. */
export class RenderStopped extends Error {
  /** @param isFinal whether the render was cancelled or deleted; otherwise it continues later */
  constructor(readonly isFinal: boolean) {
    super('the render was stopped');
  }
}

/** How a render that is being made is stopped. */
export interface RenderControl {
  /** Aborted with a {@link RenderStopped}, or with an error that fails the render. */
  readonly stopping: AbortController;
  /** Called before each part of the film; may throw a {@link RenderStopped}. */
  readonly beforePart: () => Promise<void>;
}

type RenderError = NonNullable<RenderRow['error']>;

/** Makes one render: makes its film, adds it to the catalogue and stores how the render ended. */
@Injectable()
export class RenderMakerService {
  private readonly log = new Logger(RenderMakerService.name);

  constructor(
    private readonly rows: RendersRepository,
    private readonly films: FilmMakerService,
    private readonly files: FilmFilesStore,
    private readonly derived: DerivedMedia,
    private readonly storage: OwnerStorage,
    private readonly events: RenderEventsService,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes or continues the render and stores how it ended, unless it is stopped to be continued later.
   * @param caller its owner, with the current rights
   */
  async make(caller: Caller, render: RenderRow, control: RenderControl): Promise<void> {
    let end: Omit<RenderEnd, 'finished_at'> | null = null;
    try {
      end = await this.attempt(caller, render, control);
    } catch (error) {
      const { signal } = control.stopping;
      const reason: unknown = signal.aborted ? signal.reason : error;
      if (reason instanceof RenderStopped && !reason.isFinal) {
        await this.rows.forgetAttempt(render);
        return;
      }
      if (!(reason instanceof RenderStopped))
        end = { status: 'failed', error: this.errorOf(render, reason) };
    }
    if (end) await this.end(render, end);
    await this.files.remove(render.id);
  }

  /** Ends a render. @returns false if it had ended before, or is too late to be cancelled */
  async end({ id }: Pick<RenderRow, 'id'>, end: Omit<RenderEnd, 'finished_at'>): Promise<boolean> {
    const finished = { ...end, finished_at: this.clock.timestamp() };
    return this.events.withEvent(id, () => this.rows.end(id, finished));
  }

  private async attempt(
    caller: Caller,
    render: RenderRow,
    control: RenderControl,
  ): Promise<Omit<RenderEnd, 'finished_at'>> {
    const { stopping } = control;
    const hidden = new Map<string, string>();
    const journal = new RenderJournal(render, this.rows, this.clock, hidden);
    const done = new AbortController();
    const writing = journal.writeRegularly(done.signal, () =>
      stopping.abort(new RenderStopped(true)),
    );
    try {
      journal.append(render.log === '' ? 'The render starts.' : 'The render continues.');
      await this.storage.assertFree(caller.ownerId);
      const sources = await this.sources(caller, render.film);
      for (const [path, { file }] of sources) hidden.set(file, path);
      const finished = await this.film(render, { caller, sources, journal, control });
      stopping.signal.throwIfAborted();
      const bytes = await this.files.size(finished.video);
      journal.append(`The film has ${bytes} bytes.`);
      await this.storage.assertFree(caller.ownerId, bytes);
      // Later requests to cancel it are refused, so that a cancelled render leaves no film in the library.
      if (!(await this.rows.finishFilm(render.id, this.clock.timestamp())))
        throw new RenderStopped(true);
      return await this.addToCatalogue(caller, render, finished);
    } catch (error) {
      journal.append(messageOf(asDiskError(error)));
      throw error;
    } finally {
      done.abort();
      await writing;
      await journal.write();
    }
  }

  private async film(
    render: RenderRow,
    work: {
      readonly caller: Caller;
      readonly sources: FilmSources;
      readonly journal: RenderJournal;
      readonly control: RenderControl;
    },
  ): Promise<FinishedFilm> {
    const { caller, sources, journal, control } = work;
    const { film, captions } = await withCaptions(render.film);
    const task = {
      id: render.id,
      film,
      captions,
      sources,
      segmentSeconds: SEGMENT_SECONDS,
      owner: caller.ownerId,
      signal: control.stopping.signal,
      beforeSegment: control.beforePart,
      onFrames: (frames: number) => {
        journal.advance(frames);
        this.events.progressed(render.id);
      },
      log: journal.append,
    };
    try {
      return await this.films.make(task);
    } catch (error) {
      // If a file was purged meanwhile, this names it; the error of the program that opened it doesn't.
      await this.sources(caller, render.film);
      throw error;
    }
  }

  /** Where the files are, be it in the trash. @throws FilmFailed for one that was purged since the render was requested */
  private async sources(caller: Caller, film: Film): Promise<FilmSources> {
    const sources = new Map<string, LocatedFile>();
    for (const path of pathsOf(film)) {
      try {
        sources.set(path, await this.derived.locate(caller, path));
      } catch (error) {
        if (!(error instanceof MediaNotFound)) throw error;
        throw new FilmFailed(purged(path), 'render_failed', error);
      }
    }
    return sources;
  }

  /** Adds the film and its poster to the catalogue. The same files are added once, even if a restart repeats it. */
  private async addToCatalogue(
    caller: Caller,
    { film, project_id: project }: RenderRow,
    { video, poster }: FinishedFilm,
  ): Promise<Omit<RenderEnd, 'finished_at'>> {
    const name = film.title;
    const { path } = await this.derived.produce(
      caller,
      { type: 'video', name, project, origins: pathsOf(film) },
      (target) => this.files.copy(video, target),
    );
    const picture = await this.derived.produce(
      caller,
      { type: 'image', name: `${name} poster`, project, origins: [path] },
      (target) => this.files.copy(poster, target),
    );
    return { status: 'completed', path, poster: picture.path };
  }

  private errorOf({ id }: RenderRow, cause: unknown): RenderError {
    const error = asDiskError(cause);
    if (error instanceof FilmFailed) return { code: error.code, message: error.message };
    if (error instanceof AppError) return { code: error.spec.code, message: error.message };
    this.log.error({ err: error, render: id }, 'a render failed unexpectedly');
    return { code: 'internal', message: messageOf(error) };
  }
}

/** The content of the film's captions file. A film without captions gets `subtitles: 'none'`, so that it has no empty track. */
async function withCaptions(
  film: Film,
): Promise<{ readonly film: Film; readonly captions: string }> {
  const cues = await cuesOf(captionsOf(film), film);
  if (cues.length === 0) return { film: { ...film, subtitles: 'none' }, captions: '' };
  const isBurned = film.subtitles === 'burned';
  return { film, captions: isBurned ? await burnedCaptions(cues, film) : srtFile(cues) };
}

const purged = (path: string): string =>
  `The file ${path} was deleted for good after the render was requested. Select another one for its shot, then request the render again.`;

function messageOf(error: unknown): string {
  return error instanceof FilmFailed || error instanceof AppError || error instanceof RenderStopped
    ? error.message
    : 'An internal error: see the log of the service.';
}
