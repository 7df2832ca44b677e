import type { Caller } from '../../../platform/access/caller';
import type { PageQuery } from '../../../platform/http/paging';
import type { Plain } from '../../../platform/plain';
import { MediaPageResponse } from '../dto/media.response';

/** A page of media, as `GET /api/media` answers it. */
export class MediaPage extends MediaPageResponse {}

/** Lists of media for routes of other modules. */
export abstract class MediaLists {
  /** What the caller may see of the media that show a character, newest first. */
  abstract ofCharacter(
    caller: Caller,
    character: string,
    query: Plain<PageQuery>,
  ): Promise<Plain<MediaPage>>;
}
