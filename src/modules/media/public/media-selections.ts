import type { Caller } from '../../../platform/access/caller';
import { MediaFilterDto } from '../dto/media-filter.dto';

/** The filters of `GET /api/media`, in a body of another module. */
export class MediaSelectionFilterDto extends MediaFilterDto {}

export interface SelectionOptions {
  /** Only what people have included in training datasets. */
  readonly isForTraining: boolean;
  readonly limit: number;
}

/** Media that a request of another module names by a filter. */
export abstract class MediaSelections {
  /**
   * Paths of the newest matches outside of the trash: the caller's own or, if an admin's filter says so, those of others.
   * @throws ValidationFailed for a filter that can't be read; its `loc` begins with `body`, `filter`
   */
  abstract newest(
    caller: Caller,
    filter: MediaFilterDto,
    options: SelectionOptions,
  ): Promise<readonly string[]>;
}
