import { Injectable } from '@nestjs/common';
import { assertMayUseCharacters } from '../../../platform/access/character.errors';
import type { Caller } from '../../../platform/access/caller';
import type { Transaction } from '../../../platform/database/write-gate';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { CharacterNotFound } from '../../characters/public/character-errors';
import { CharacterReader } from '../../characters/public/character-reader';
import { MediaNotFound } from '../../media/public/media-not-found';
import { mediaPath } from '../../media/public/media-path';
import { MediaReader } from '../../media/public/media-reader';
import { ProjectTextTooLong } from '../projects.errors';
import type { ProjectRow } from '../records/project.entity';
import { StoryRepository, type TextLength } from '../records/story.repository';

const FILE_NAMES = { image: 'a picture', video: 'a video', audio: 'a recording' } as const;
type FileType = keyof typeof FILE_NAMES;

/** Checks the characters and files that projects, scenes and shots refer to. */
@Injectable()
export class StoryChecksService {
  constructor(
    private readonly characters: CharacterReader,
    private readonly media: MediaReader,
    private readonly story: StoryRepository,
  ) {}

  /**
   * Each id once. Ids in `before` are stored already and not checked again, so that an answer can be sent back unchanged.
   * @throws CharacterNotAllowed, CharacterNotFound
   */
  async cast(
    caller: Caller,
    ids: readonly string[],
    before: readonly string[] = [],
  ): Promise<string[]> {
    const cast = [...new Set(ids)];
    const added = cast.filter((id) => !before.includes(id));
    assertMayUseCharacters(caller, added);
    const present = added.length === 0 ? new Map() : await this.characters.find(added);
    const absent = added.find((id) => !present.has(id));
    if (absent !== undefined) throw new CharacterNotFound(absent);
    return cast;
  }

  /**
   * The path of a file that a field of the body names. The project's owner must be able to read it, even if an admin sends
   * the request.
   * @throws MediaNotFound, ValidationFailed (another type)
   */
  async file(
    caller: Caller,
    { owner_id }: ProjectRow,
    field: string,
    expected: { readonly type: FileType; readonly sent: string },
  ): Promise<string> {
    const path = mediaPath(expected.sent);
    const file = path === null ? null : await this.media.find(caller, path);
    const ownerReads = caller.ownerId === owner_id || file?.owner_id === owner_id;
    if (!file || (owner_id !== null && !ownerReads)) throw new MediaNotFound(field, expected.sent);
    if (file.type !== expected.type)
      throw ValidationFailed.at(['body', field], `Send the path of ${FILE_NAMES[expected.type]}.`);
    return file.path;
  }

  /** How many characters the scenes and shots have, for a later {@link requireRoom}. */
  textLength(tx: Transaction, projectId: string): Promise<TextLength> {
    return this.story.textLength(tx, projectId);
  }

  /**
   * @param before the length before the change: a project from a version with a higher limit can still be shortened
   * @throws ProjectTextTooLong when the scenes and shots now have more text than a project may have
   */
  async requireRoom(tx: Transaction, projectId: string, before?: TextLength): Promise<void> {
    const { captions, all } = await this.story.textLength(tx, projectId);
    if (captions > Math.max(MAX_CAPTION_CHARS, before?.captions ?? 0))
      throw new ProjectTextTooLong('The lines and subtitles', MAX_CAPTION_CHARS);
    if (all > Math.max(MAX_PROJECT_CHARS, before?.all ?? 0))
      throw new ProjectTextTooLong('All texts', MAX_PROJECT_CHARS);
  }
}

/** Twice as much as in two hours of uninterrupted speech. A limit, because breaking text into captions takes time. */
const MAX_CAPTION_CHARS = 200_000;
/** A project is returned with all its scenes and shots: 1,000 shots of 2,000 characters each. */
const MAX_PROJECT_CHARS = 2_000_000;

/** @throws ValidationFailed when an id in the body differs from the path's */
export function requirePathIds(
  path: Readonly<Record<string, string>>,
  sent: Readonly<Record<string, string | undefined>>,
): void {
  for (const [name, id] of Object.entries(sent))
    if (id !== undefined && id !== path[name])
      throw ValidationFailed.at(['body', name], 'Send the id of the path, or leave it out.');
}
