import { MEDIA_TYPES, type MediaType } from '../public/media-reader';
import type { Bounds, TextRules } from '../../../platform/validation/checks';
import type { FieldText } from '../../../platform/validation/field';
import { MAX_SEARCH_WORDS } from '../../../platform/search-text';
import { countSearched } from '../index/media-expression';
import { MAX_TAG_LENGTH } from './media-metadata.dto';

/** Longer than any real value. */
export const VALUE = { min: 1, max: 200 };
const FILE = { min: 1, max: 1000 };

/** Where media come from. `derived`: made here from other media. */
export const MEDIA_SOURCES = ['generated', 'uploaded', 'derived'] as const;
export type MediaSource = (typeof MEDIA_SOURCES)[number];

const TIME = { max: 40, format: 'date-time', example: '2026-01-31T12:00:00Z' };
const MAX_TAGS = 20;
const TAGS = { max: MAX_TAGS, item: { min: 1, max: MAX_TAG_LENGTH } };

/** The decorators of optional fields, those of a query string or those of a body. */
interface FilterFields {
  readonly Str: (
    options: TextRules & FieldText & { readonly format?: string },
  ) => PropertyDecorator;
  readonly Int: (options: Bounds & FieldText) => PropertyDecorator;
  readonly Flag: (options: FieldText) => PropertyDecorator;
  readonly OneOf: (choices: readonly string[], options: FieldText) => PropertyDecorator;
  readonly List: (options: Bounds & FieldText & { readonly item: TextRules }) => PropertyDecorator;
}

/** A class of the filters of media, which narrow each other, for a query string or for a body. */
export function mediaFilterClass({ Str, Int, Flag, OneOf, List }: FilterFields) {
  class MediaFilterFields {
    @OneOf(MEDIA_TYPES, {
      description: 'What it is. What moves is a video; `file` is anything else that a job saved.',
    })
    type?: MediaType;

    @Str({
      max: 1000,
      words: { count: countSearched, max: MAX_SEARCH_WORDS },
      description:
        'Words to find in name, description, prompt, tags, workflow and characters, in any script: all of them, each as ' +
        'the beginning of a word. `"two words"` finds them side by side, `-word` leaves out what has it. ' +
        'At most 20 words and phrases.',
      example: 'red fox -snow',
    })
    q?: string;

    @List({ ...TAGS, description: 'Tags, all of which the media have.' })
    tag?: string[];

    @List({ ...TAGS, description: 'Tags, none of which the media have.' })
    not_tag?: string[];

    @Flag({ default: false, description: 'Without any tag.' })
    untagged?: boolean;

    @Str({ ...VALUE, description: 'A character id: media that show it.' })
    character?: string;

    @Flag({ default: false, description: 'Without any character.' })
    no_character?: boolean;

    @Str({ ...VALUE, description: 'A project id: media made for it.' })
    project?: string;

    @Str({ ...VALUE, description: 'A training dataset: media that belong to it.' })
    dataset?: string;

    @Str({ ...VALUE, description: 'A job: what it made.' })
    prompt_id?: string;

    @Str({ ...VALUE, description: 'A workflow: what it made.', example: 'sdxl-t2i' })
    workflow?: string;

    @Str({ ...VALUE, description: 'A provider: what it made.', example: 'simulator' })
    provider?: string;

    @Str({ ...FILE, description: 'A model file that was used.' })
    model?: string;

    @Str({ ...FILE, description: 'A LoRA that was used.' })
    lora?: string;

    @Int({ description: 'The seed that was used.', example: 42 })
    seed?: number;

    @OneOf(MEDIA_SOURCES, { description: 'Where it comes from.' })
    source?: MediaSource;

    @Int({ min: 0, max: 5, description: 'With at least this rating.', example: 4 })
    min_rating?: number;

    @Flag({ description: 'Whether it is a favourite.' })
    favourite?: boolean;

    @Str({ ...VALUE, description: 'The path of a media asset: what was made from it.' })
    made_from?: string;

    @Str({ ...TIME, description: 'Created at or after this time (ISO 8601 with a time zone).' })
    created_after?: string;

    @Str({ ...TIME, description: 'Created before this time (ISO 8601 with a time zone).' })
    created_before?: string;

    @Flag({ default: false, description: 'What is in the trash, instead of what is not.' })
    trashed?: boolean;
  }
  return MediaFilterFields;
}
