import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { cuesOf } from '../captions/captions';
import { srtFile, vttFile } from '../captions/subtitle-files';
import type { Film } from '../film/film';
import { captionsOf } from '../film/film-timeline';
import { FilmPlansService } from '../preflight/film-plans.service';
import { settingsOf } from '../renders/render-settings';
import { ProjectAccessService } from '../tree/project-access.service';
import { edlFile } from './edl-file';
import { TimelineEmpty } from './handoff.errors';
import { otioFile } from './otio-file';
import type { TimelineFormat, TimelineQuery } from './timeline.request';

/** A file for editing programs or players. */
export interface TimelineFile {
  readonly name: string;
  /** Its media type. */
  readonly type: string;
  readonly text: string;
}

const TYPES: Readonly<Record<TimelineFormat, string>> = {
  otio: 'application/vnd.pixar.opentimelineio+json',
  edl: 'text/plain',
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
};
/** Media types of the files. */
export const TIMELINE_TYPES: readonly string[] = Object.values(TYPES);

/** Exports a project, as it would be rendered now, for editing programs and players. */
@Injectable()
export class TimelinesService {
  constructor(
    private readonly access: ProjectAccessService,
    private readonly plans: FilmPlansService,
  ) {}

  /** @throws ProjectNotFound, TimelineEmpty */
  async file(
    caller: Caller,
    projectId: string,
    { format = 'otio', fps, transition }: TimelineQuery,
  ): Promise<TimelineFile> {
    const tree = await this.access.tree(caller, projectId);
    const settings = settingsOf({ fps: fps ?? null, transition: transition ?? null });
    const text = await textOf(await this.plans.film(caller, tree, settings), format);
    return { name: `${tree.project.title}.${format}`, type: TYPES[format], text };
  }
}

/** @throws TimelineEmpty */
async function textOf(film: Film, format: TimelineFormat): Promise<string> {
  if (film.scenes.every(({ shots }) => shots.length === 0)) throw new TimelineEmpty('shots');
  if (format === 'otio') return otioFile(film);
  if (format === 'edl') return edlFile(film);
  const cues = await cuesOf(captionsOf(film), film);
  if (cues.length === 0) throw new TimelineEmpty('captions');
  return format === 'srt' ? srtFile(cues) : vttFile(cues);
}
