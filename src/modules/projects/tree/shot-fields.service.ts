import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { sentColumns } from '../../../platform/database/sent-columns';
import { checkObjectSize } from '../../../platform/errors/validation-failed';
import type { ShotPatchDto } from '../dto/shot.request';
import type { ProjectRow } from '../records/project.entity';
import { END_FROM_NEXT, NARRATOR, type ShotRow } from '../records/shot.entity';
import { DEFAULT_SHOT, type ShotFields } from './shot-fields';
import { StoryChecksService } from './story-checks.service';

type ShotFile = 'image' | 'video' | 'speech' | 'end_image';

const FILE_TYPES = {
  image: 'image',
  video: 'video',
  speech: 'audio',
  end_image: 'image',
} as const satisfies Record<ShotFile, string>;

/** The shot that a request writes, and its project. */
interface WrittenShot {
  readonly project: ProjectRow;
  /** The shot before the request; null for a new one. */
  readonly shot: ShotRow | null;
}

/** Checks the fields of a shot that a request sends, and turns them into columns. */
@Injectable()
export class ShotFieldsService {
  constructor(private readonly checks: StoryChecksService) {}

  /**
   * The columns of the fields that were sent, without the lines. Characters and files that the shot names already are not
   * checked again, since they may be deleted. Throws `CharacterNotAllowed`, `CharacterNotFound`, `MediaNotFound`,
   * `ValidationFailed`.
   */
  async columns(
    caller: Caller,
    written: WrittenShot,
    body: Omit<ShotPatchDto, 'id' | 'project_id' | 'scene_id'>,
  ): Promise<Partial<Omit<ShotFields, 'lines'>>> {
    const { shot_number, title, description, subtitle, image_prompt, motion_prompt, camera } = body;
    const { characters, duration_seconds, timing, start_from, locked, clip_audio, metadata } = body;
    const { shot } = written;
    checkObjectSize(['body', 'metadata'], metadata);
    const speakers = (shot?.lines ?? []).map(({ speaker }) => speaker);
    await this.checks.cast(caller, speakersOf(body), speakers);
    const fields = {
      shot_number,
      title,
      description,
      subtitle,
      image_prompt,
      motion_prompt,
      camera,
      duration_seconds,
      timing,
      start_from,
      locked,
      clip_audio,
      metadata,
      characters: characters
        ? await this.checks.cast(caller, characters, shot?.characters)
        : characters,
      ...(await this.files(caller, written, body)),
    };
    return sentColumns<Omit<ShotFields, 'lines'>>(fields, DEFAULT_SHOT);
  }

  /** A new file comes from no take, so the reference to the take is removed. A file that stays keeps it. */
  private async files(
    caller: Caller,
    written: WrittenShot,
    body: Pick<ShotPatchDto, ShotFile>,
  ): Promise<Partial<ShotFields>> {
    const image = await this.file(caller, written, 'image', body.image);
    const video = await this.file(caller, written, 'video', body.video);
    const speech = await this.file(caller, written, 'speech', body.speech);
    const end_image = await this.file(caller, written, 'end_image', body.end_image);
    return {
      ...(image === undefined ? {} : { image, image_take: null }),
      ...(video === undefined ? {} : { video, video_take: null }),
      ...(speech === undefined ? {} : { speech, speech_take: null }),
      ...(end_image === undefined ? {} : { end_image }),
    };
  }

  /** @returns undefined when it stays as it is */
  private async file(
    caller: Caller,
    { project, shot }: WrittenShot,
    field: ShotFile,
    sent: string | null | undefined,
  ): Promise<string | null | undefined> {
    if (sent === undefined || sent === shot?.[field]) return undefined;
    if (sent === null || (field === 'end_image' && sent === END_FROM_NEXT)) return sent;
    return this.checks.file(caller, project, field, { type: FILE_TYPES[field], sent });
  }
}

const speakersOf = ({ lines, speaker }: Pick<ShotPatchDto, 'lines' | 'speaker'>): string[] =>
  [...(lines ?? []).map((line) => line.speaker), ...(speaker ? [speaker] : [])].filter(
    (one) => one !== NARRATOR,
  );
