import { StrArray } from '../../../../platform/validation/body-fields';

/** `POST /api/media/archive`. */
export class ArchiveDto {
  @StrArray({
    min: 1,
    max: 1000,
    item: { max: 200 },
    description: 'Paths of the media; one that comes several times is packed once.',
  })
  paths: string[];
}
