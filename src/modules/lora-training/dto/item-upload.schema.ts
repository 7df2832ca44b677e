import { MAX_CAPTION } from '../captions/edit-captions';

/** The multipart form of an upload into a dataset, for the documentation. */
export const ITEM_UPLOAD_SCHEMA = {
  type: 'object',
  required: ['file'],
  additionalProperties: false,
  properties: {
    file: { type: 'string', format: 'binary' },
    caption: { type: 'string', maxLength: MAX_CAPTION, description: 'Its caption.' },
  },
};
