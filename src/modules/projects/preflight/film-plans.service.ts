import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { FfmpegTool } from '../../../platform/imaging/ffmpeg-tool';
import { CharacterReader } from '../../characters/public/character-reader';
import { MediaReader } from '../../media/public/media-reader';
import { DrawableCaptionsService } from '../captions/drawable-captions.service';
import type { Film } from '../film/film';
import { SpeechTimesRepository } from '../records/speech-times.repository';
import { TakesRepository } from '../records/takes.repository';
import type { RenderSettings } from '../renders/render-settings';
import { ShotsToTakeService } from '../takes/shots-to-take.service';
import type { StoryTree } from '../tree/story-tree';
import { type Fault, type FilmTools, preflight } from './preflight';
import { staleTakes } from './stale-takes';
import { type FilmMaterials, filmOf, materialPaths } from './story-film';

/** A film as it would be made now, and its faults. */
export interface FilmPlan {
  readonly film: Film;
  readonly faults: readonly Fault[];
}

/** Resolves projects into films, which are plain values, and checks them. */
@Injectable()
export class FilmPlansService {
  constructor(
    private readonly speech: SpeechTimesRepository,
    private readonly takes: TakesRepository,
    private readonly shots: ShotsToTakeService,
    private readonly media: MediaReader,
    private readonly characters: CharacterReader,
    private readonly captions: DrawableCaptionsService,
    private readonly ffmpeg: FfmpegTool,
  ) {}

  /** The film of the project without what is missing. A few statements, whatever the size of the project. */
  async film(caller: Caller, tree: StoryTree, settings: RenderSettings): Promise<Film> {
    return filmOf(tree, settings, await this.materials(caller, tree, settings));
  }

  /**
   * The film of the project and the faults that preflight finds. It draws the characters of burned captions.
   * @param signal ends the wait for a drawing slot; its reason is thrown
   */
  async check(
    caller: Caller,
    tree: StoryTree,
    settings: RenderSettings,
    signal: AbortSignal,
  ): Promise<FilmPlan> {
    const materials = await this.materials(caller, tree, settings);
    const film = filmOf(tree, settings, materials);
    const tools = await this.tools(caller, film, signal);
    const stale = await this.staleTakes(tree);
    return { film, faults: preflight({ tree, settings, materials, stale, film }, tools) };
  }

  private async tools(caller: Caller, film: Film, signal: AbortSignal): Promise<FilmTools> {
    const { ffmpeg, ffprobe } = await this.ffmpeg.available();
    const undrawable =
      film.subtitles === 'burned'
        ? await this.captions.undrawable(film, { owner: caller.ownerId, signal })
        : [];
    return { ffmpeg: ffmpeg && ffprobe, undrawable };
  }

  private async materials(
    caller: Caller,
    tree: StoryTree,
    settings: RenderSettings,
  ): Promise<FilmMaterials> {
    const shots = tree.scenes.flatMap((scene) => scene.shots);
    const speakers = new Set(shots.flatMap(({ lines }) => lines.map(({ speaker }) => speaker)));
    const takes = shots.flatMap(({ speech_take }) => speech_take ?? []);
    return {
      media: await this.media.findAll(caller, materialPaths(tree, settings)),
      speakers: await this.characters.names([...speakers]),
      lineSeconds: await this.speech.lineSeconds(takes),
      unfinished: new Set((await this.takes.openIn(tree.project.id)).map((take) => take.shot_id)),
    };
  }

  /** Why shots would show stale takes, by the ids of the shots. */
  private async staleTakes(tree: StoryTree): Promise<ReadonlyMap<string, string>> {
    const film = await this.shots.inFilm(tree);
    const takes = await this.shots.selectedTakes(film);
    return staleTakes(film, {
      ...takes,
      sourcesOf: (clip, shot) => this.shots.sources(clip, shot),
    });
  }
}
