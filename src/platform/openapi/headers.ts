import type { OpenAPIObject } from '@nestjs/swagger';
import { MAX_HEADER_BYTES } from '../http/request-line';

type Headers = NonNullable<NonNullable<OpenAPIObject['components']>['headers']>;
type Parameters = NonNullable<NonNullable<OpenAPIObject['paths'][string]['get']>['parameters']>;

const text = { type: 'string' } as const;

/** Headers of answers; `required` says that every answer which lists it has it. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': { description: 'Names this request in the log.', required: true, schema: text },
  'WWW-Authenticate': {
    description: 'The scheme of keys: `Bearer`, with `error="invalid_token"` after an invalid key.',
    required: true,
    schema: text,
  },
  Allow: { description: 'The methods that the path has.', required: true, schema: text },
  'Retry-After': {
    description: 'Seconds until it is worth sending the request again.',
    required: true,
    schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  },
  'Idempotent-Replayed': {
    description: '`true` if this is the stored answer to an earlier request with the same key.',
    schema: { type: 'string', enum: ['true'] },
  },
  ETag: { description: 'Names the content.', required: true, schema: text },
  'Accept-Ranges': {
    description: '`bytes` where ranges can be requested: not of thumbnails.',
    schema: { type: 'string', enum: ['bytes'] },
  },
  'Content-Range': {
    description: 'The range that follows and the size of the whole: `bytes 0-9/4711`.',
    required: true,
    schema: text,
  },
  'Content-Disposition': {
    description: 'The name to save it under, and whether a browser may show it.',
    schema: text,
  },
  'Set-Cookie': {
    description: 'The session cookie: HttpOnly and SameSite=Lax. An empty one deletes it.',
    schema: text,
  },
} as const satisfies Headers;

export type ResponseHeader = keyof typeof RESPONSE_HEADERS;

/** References to headers in the document's components. */
export const headers = (...names: readonly ResponseHeader[]): Headers =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const requestHeader = (name: string, description: string): Parameters[number] => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', maxLength: MAX_HEADER_BYTES },
});

/** Request headers of routes that answer 304. */
export const CONDITIONAL_HEADERS: Parameters = [
  requestHeader('If-None-Match', 'An `ETag`: the answer is 304 if the content has it.'),
];

/** Request headers of routes that answer 206. */
export const RANGE_HEADERS: Parameters = [
  requestHeader('Range', 'One range of bytes, such as `bytes=0-1023`: the answer is 206.'),
  requestHeader('If-Range', 'An `ETag`: `Range` counts only if the content has it.'),
];

/** Request headers of event streams. */
export const STREAM_HEADERS: Parameters = [
  requestHeader(
    'Last-Event-ID',
    'The `id` of the last event that you have seen: the stream begins with those after it.',
  ),
];
