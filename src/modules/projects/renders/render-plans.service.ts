import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { MediaNotFound } from '../../media/public/media-not-found';
import { MediaReader } from '../../media/public/media-reader';
import { type FilmPlan, FilmPlansService } from '../preflight/film-plans.service';
import { StoryRepository } from '../records/story.repository';
import { ProjectAccessService } from '../tree/project-access.service';
import type { RenderSettings } from './render-settings';

/** Resolves and checks the film of a project for its owner. */
@Injectable()
export class RenderPlansService {
  constructor(
    private readonly access: ProjectAccessService,
    private readonly story: StoryRepository,
    private readonly plans: FilmPlansService,
    private readonly media: MediaReader,
  ) {}

  /**
   * The film as it would be made now, and its faults. Throws `ProjectNotFound`, `ProjectOfOtherOwner`, `MediaNotFound` for
   * music and narration, and the reason of the signal.
   */
  async plan(
    caller: Caller,
    projectId: string,
    settings: RenderSettings,
    signal: AbortSignal,
  ): Promise<FilmPlan> {
    const project = await this.access.ownProject(caller, projectId);
    for (const param of ['music', 'narration'] as const) {
      const path = settings[param];
      if (path !== null && !(await this.media.find(caller, path)))
        throw new MediaNotFound(param, path);
    }
    return this.plans.check(caller, await this.story.tree(project), settings, signal);
  }
}
