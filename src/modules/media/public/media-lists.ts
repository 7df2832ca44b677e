import type { Caller } from '../../../platform/access/caller';
import type { PageQuery } from '../../../platform/http/paging';
import type { Plain } from '../../../platform/plain';
import { MediaPageResponse, MediaResponse } from '../dto/media.response';

/** A page of media, as `GET /api/media` answers it. */
export class MediaPage extends MediaPageResponse {}

/** An asset, as `GET /api/media/{path}` answers it. */
export class MediaRecord extends MediaResponse {}

/** Media for the routes of other modules. */
export abstract class MediaLists {
  /** What the caller may see of the media that show a character, newest first. */
  abstract ofCharacter(
    caller: Caller,
    character: string,
    query: Plain<PageQuery>,
  ): Promise<Plain<MediaPage>>;
  /** One asset that the caller may see. @throws MediaNotFound */
  abstract record(caller: Caller, path: string): Promise<Plain<MediaRecord>>;
  /** Up to 1,000 assets by path; those that the caller may not see are absent. The same few statements for all. */
  abstract recordsOf(
    caller: Caller,
    paths: readonly string[],
  ): Promise<ReadonlyMap<string, Plain<MediaRecord>>>;
}
