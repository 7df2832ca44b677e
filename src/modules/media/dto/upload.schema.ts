/** The multipart form of an upload, for the documentation. */
export const UPLOAD_SCHEMA = {
  type: 'object',
  required: ['file'],
  additionalProperties: false,
  properties: {
    file: { type: 'string', format: 'binary' },
    description: { type: 'string', description: 'What it shows, for people.' },
  },
};
