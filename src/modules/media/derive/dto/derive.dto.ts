import {
  OptionalInt,
  OptionalStrArray,
  StrArray,
} from '../../../../platform/validation/body-fields';

const MAX_ITEMS = 64;

/** `POST /api/media/contact-sheet`. */
export class ContactSheetDto {
  @StrArray({
    min: 1,
    max: MAX_ITEMS,
    item: { max: 200 },
    description: 'Paths of media, in the order of the sheet; a path may be repeated.',
  })
  paths: string[];

  @OptionalInt({
    min: 1,
    max: 16,
    description: 'Pictures in a row. Default: as many columns as rows, at most 8.',
    example: 4,
  })
  columns?: number;

  @OptionalStrArray({
    max: MAX_ITEMS,
    item: { max: 200 },
    description:
      'What is written below each picture, in the order of `paths`. Default: the names of the media.',
  })
  labels?: string[];
}
