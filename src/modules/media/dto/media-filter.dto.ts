import { OptionalStr } from '../../../platform/validation/body-fields';
import { SavedMediaFilterDto } from '../public/saved-media-filter.dto';
import { VALUE } from './media-filter-fields';

/** The filters of `GET /api/media`, in a body. */
export class MediaFilterDto extends SavedMediaFilterDto {
  @OptionalStr({ ...VALUE, description: 'Only media in this collection.' })
  collection?: string;

  @OptionalStr({
    ...VALUE,
    description: 'Only media of this agent, named as in `owner` of the records that admins see.',
  })
  owner?: string;
}
