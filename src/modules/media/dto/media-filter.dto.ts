import { OptionalStr } from '../../../platform/validation/body-fields';
import { SavedMediaFilterDto } from '../public/saved-media-filter.dto';
import { VALUE } from './media-filter-fields';

/** The filters of `GET /api/media`, in a body. */
export class MediaFilterDto extends SavedMediaFilterDto {
  @OptionalStr({ ...VALUE, description: 'A collection: media in it.' })
  collection?: string;

  @OptionalStr({ ...VALUE, description: "An agent, as `owner` of admins' records names it." })
  owner?: string;
}
