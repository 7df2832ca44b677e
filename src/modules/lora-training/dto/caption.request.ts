import {
  NestedArray,
  OptionalFlag,
  OptionalStr,
  Str,
} from '../../../platform/validation/body-fields';
import { MAX_CAPTION } from '../captions/edit-captions';

const MAX_FIND = 500;
const MAX_TEXT = 2000;
const MAX_CAPTIONS = 200;

const Version = () =>
  OptionalStr({
    min: 1,
    max: 64,
    description:
      '`version` of an earlier answer: changes nothing if the captions are others by now (409 `dataset_changed`).',
    example: '8f3b2a9c51d07e64',
  });

/** `POST /api/lora-training/datasets/{id}/captions`. */
export class EditCaptionsDto {
  @OptionalStr({
    min: 1,
    max: MAX_FIND,
    description: 'The text to replace in all captions; with `regex`, a pattern of RE2.',
    example: 'a woman',
  })
  find?: string;

  @OptionalStr({
    max: MAX_TEXT,
    default: '',
    description:
      'What to put there. With `regex`, `$1` and `$<name>` stand for groups, `$&` for the match and `$$` for a dollar sign.',
    example: '[trigger]',
  })
  replace?: string;

  @OptionalFlag({ default: false, description: 'Reads `find` as a pattern.' })
  regex?: boolean;

  @OptionalStr({
    max: MAX_TEXT,
    default: '',
    description: 'Put before each caption that does not begin with it.',
    example: '[trigger], ',
  })
  prefix?: string;

  @OptionalStr({
    max: MAX_TEXT,
    default: '',
    description: 'Put after each caption that does not end with it.',
  })
  suffix?: string;

  @OptionalFlag({ default: false, description: 'Changes nothing; answers what would change.' })
  dry_run?: boolean;

  @Version()
  version?: string;
}

/** The caption of one picture. */
export class CaptionDto {
  @Str({
    min: 1,
    max: 1000,
    description: 'Name of the item, as the list answers it.',
    example: 'fox-5kZ2rT9uQw1x-0.png',
  })
  name: string;

  @Str({ max: MAX_CAPTION, description: 'Its new caption.', example: '[trigger], by the window' })
  caption: string;
}

/** `PATCH /api/lora-training/datasets/{id}/captions`. */
export class SetCaptionsDto {
  @NestedArray(() => CaptionDto, {
    min: 1,
    max: MAX_CAPTIONS,
    description: 'Captions of these pictures; the others stay.',
  })
  captions: CaptionDto[];

  @Version()
  version?: string;
}

/** `POST /api/lora-training/datasets/{id}/captions/undo`. */
export class UndoCaptionsDto {
  @Version()
  version?: string;
}
