import { LIMIT_KEYWORD, type LimitName } from '../../../platform/validation/field';

/** The longest reference to a media asset that is read; a path and its URL are shorter. */
export const MAX_REFERENCE_CHARS = 1000;

/** The multipart form of an upload, for the documentation. */
export const UPLOAD_SCHEMA = {
  type: 'object',
  required: ['file'],
  additionalProperties: false,
  properties: {
    file: { type: 'string', format: 'binary' },
    description: {
      type: 'string',
      [LIMIT_KEYWORD]: 'prompt_chars' satisfies LimitName,
      description: 'What it shows, for people.',
    },
    made_from: {
      type: 'string',
      maxLength: MAX_REFERENCE_CHARS,
      description:
        'Path or `/media/…` URL of the media asset that it was made from, such as the picture of a mask.',
    },
  },
};
