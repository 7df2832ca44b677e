import type { OpenAPIObject } from '@nestjs/swagger';
import { headers, RESPONSE_HEADERS, type ResponseHeader } from './headers';
import { errorCatalogue, jobErrorCatalogue } from '../errors/app-error';
import { ERROR_CODES, JOB_ERROR_CODES } from '../errors/error-code-schema';

type Response = NonNullable<NonNullable<OpenAPIObject['components']>['responses']>[string];
type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/** Names of the shared error responses, by status. */
export const ERROR_RESPONSES: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  409: 'Conflict',
  410: 'Gone',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  416: 'RangeNotSatisfiable',
  421: 'Misdirected',
  422: 'ValidationError',
  429: 'TooManyRequests',
  500: 'InternalError',
  502: 'BadGateway',
  503: 'Unavailable',
  507: 'NoRoom',
};

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Call it once all modules are loaded: only then are all codes registered. */
export const errorSchemas = (): Schemas => ({
  [ERROR_CODES]: {
    type: 'string',
    description: 'Stable: compare it in your program. GET /api/errors says when each happens.',
    enum: errorCatalogue().map(({ code }) => code),
  },
  [JOB_ERROR_CODES]: {
    type: 'string',
    description: 'Why a job ended without success; GET /api/errors says when each happens.',
    enum: jobErrorCatalogue().map(({ code }) => code),
  },
  Error: {
    type: 'object',
    description: 'A failure that a caller can act on. Some codes bring further fields.',
    required: ['detail', 'code'],
    properties: {
      detail: { type: 'string', description: 'A sentence for a person.' },
      code: reference(ERROR_CODES),
      hint: { type: 'string', description: 'The call to make next.' },
      request_id: { type: 'string', description: 'Names this request in the log.' },
    },
    additionalProperties: true,
  },
  HTTPValidationError: {
    type: 'object',
    required: ['detail'],
    properties: {
      detail: { type: 'array', items: reference('ValidationError') },
    },
  },
  ValidationError: {
    type: 'object',
    required: ['loc', 'msg', 'type'],
    properties: {
      loc: {
        type: 'array',
        description: 'Where: `body`, `query` or `path` first; positions in lists are integers.',
        items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      },
      msg: { type: 'string', description: 'What to send instead.' },
      type: { type: 'string', description: 'The kind of error.' },
      ctx: {
        type: 'object',
        description: 'The limit that was exceeded.',
        additionalProperties: true,
      },
    },
  },
});

const FIELDS_REFUSED =
  "The request doesn't match the documented fields (all errors at once), or a value doesn't fit what it refers to, such as the workflow.";

const VALIDATION_EXAMPLE = {
  detail: [
    {
      loc: ['body', 'width'],
      msg: 'Send a whole number, without quotes.',
      type: 'int_type',
    },
  ],
};

/** Headers of errors by status, besides those that every answer has. */
const ERROR_HEADERS: Readonly<Record<number, readonly ResponseHeader[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  416: ['Content-Range'],
  429: ['Retry-After'],
};

/** Waiting doesn't help where a program or an account is missing. */
const OPTIONAL_RETRY_AFTER = { ...RESPONSE_HEADERS['Retry-After'], required: false };

/** The shared error responses by name, each with the codes that come with its status. */
export function errorResponses(): Record<string, Response> {
  return Object.fromEntries(
    Object.entries(ERROR_RESPONSES).map(([status, name]) => [name, responseOf(Number(status))]),
  );
}

function responseOf(status: number): Response {
  const specs = errorCatalogue().filter((spec) => spec.status === status);
  const descriptions = specs.map(({ code, meaning }) => `\`${code}\`: ${meaning}`);
  const error = {
    allOf: [reference('Error')],
    properties: { code: { enum: specs.map(({ code }) => code) } },
  };
  if (status === 422)
    return {
      description: [FIELDS_REFUSED, ...descriptions].join('\n\n'),
      headers: headers('X-Request-Id'),
      content: json({ anyOf: [reference('HTTPValidationError'), error] }, VALIDATION_EXAMPLE),
    };
  const [first] = specs;
  return {
    description: descriptions.join('\n\n'),
    headers: {
      ...headers('X-Request-Id', ...(ERROR_HEADERS[status] ?? [])),
      ...(status === 503 ? { 'Retry-After': OPTIONAL_RETRY_AFTER } : {}),
    },
    content: json(error, {
      detail: status === 500 ? 'Internal error' : first?.meaning,
      code: first?.code,
    }),
  };
}

const json = (schema: object, example: unknown) => ({
  'application/json': { schema, example },
});
