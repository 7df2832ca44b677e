import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { ShotPatchDto } from '../dto/shot.request';
import type { ProjectRow } from '../records/project.entity';
import { END_FROM_NEXT, NARRATOR } from '../records/shot.entity';
import { DEFAULT_SHOT, type ShotFields } from './shot-fields';
import { checkObject, sentColumns, StoryChecksService } from './story-checks.service';

/** Checks what a body sets of a shot. */
@Injectable()
export class ShotFieldsService {
  constructor(private readonly checks: StoryChecksService) {}

  /**
   * The columns of the fields that were sent, without the lines. A file that a user sets comes from no take. Throws
   * `CharacterNotAllowed`, `CharacterNotFound`, `MediaNotFound`, `ValidationFailed`.
   */
  async columns(
    caller: Caller,
    project: ProjectRow,
    body: Omit<ShotPatchDto, 'id' | 'project_id' | 'scene_id'>,
  ): Promise<Partial<Omit<ShotFields, 'lines'>>> {
    const { shot_number, title, description, subtitle, image_prompt, motion_prompt, camera } = body;
    const { characters, duration_seconds, timing, start_from, locked, clip_audio, metadata } = body;
    checkObject(['body', 'metadata'], metadata);
    await this.checks.cast(caller, speakersOf(body));
    const files = await this.files(caller, project, body);
    const fields = {
      ...{ shot_number, title, description, subtitle, image_prompt, motion_prompt, camera },
      ...{ duration_seconds, timing, start_from, locked, clip_audio, metadata },
      characters: characters ? await this.checks.cast(caller, characters) : characters,
      ...files,
      image_take: files.image === undefined ? undefined : null,
      video_take: files.video === undefined ? undefined : null,
    };
    return sentColumns<Omit<ShotFields, 'lines'>>(fields, DEFAULT_SHOT);
  }

  private async files(
    caller: Caller,
    project: ProjectRow,
    { image, video, end_image: end }: Pick<ShotPatchDto, 'image' | 'video' | 'end_image'>,
  ): Promise<Record<'image' | 'video' | 'end_image', string | null | undefined>> {
    const file = async (
      field: string,
      sent: string | null | undefined,
      type: 'image' | 'video' = 'image',
    ): Promise<string | null | undefined> =>
      typeof sent === 'string' ? this.checks.file(caller, project, field, { type, sent }) : sent;
    return {
      image: await file('image', image),
      video: await file('video', video, 'video'),
      end_image: end === END_FROM_NEXT ? end : await file('end_image', end),
    };
  }
}

const speakersOf = ({ lines, speaker }: Pick<ShotPatchDto, 'lines' | 'speaker'>): string[] =>
  [...(lines ?? []).map((line) => line.speaker), ...(speaker ? [speaker] : [])].filter(
    (one) => one !== NARRATOR,
  );
