import Ajv2020, { type AnySchemaObject } from 'ajv/dist/2020';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ModulesContainer } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { EVENT_KINDS } from '../../src/platform/events/event-kinds';
import { referencedSchemas } from '../../src/platform/openapi/request-limits';
import { routeTable } from '../../src/platform/openapi/route-table';
import { TestKinora } from '../support/kinora';

type Json = Record<string, unknown>;
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: string[];
  readonly security: object[];
  readonly parameters: {
    name: string;
    in: string;
    required: boolean;
    description?: string;
    example?: unknown;
  }[];
  readonly requestBody?: Json;
  readonly responses: Record<string, Json>;
}

/** Every object of a document, with the path to it. */
function* objects(value: unknown, path = ''): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Json];
  for (const [key, member] of Object.entries(value)) yield* objects(member, `${path}/${key}`);
}

const isList = ({ properties }: Json): boolean => 'items' in ((properties ?? {}) as Json);

describe('/openapi.json', () => {
  let kinora: TestKinora;
  let document: OpenAPIObject;
  let operations: [string, Operation][];
  beforeAll(async () => {
    kinora = await TestKinora.start();
    ({ body: document } = await kinora.get<OpenAPIObject>('/openapi.json'));
    operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]): [string, Operation] => [
        `${method} ${path}`,
        operation as Operation,
      ]),
    );
  });
  afterAll(() => kinora.close());

  it('is OpenAPI 3.1.0 with a title, a version, a licence and a server', () => {
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Kinora', version: expect.any(String), license: { name: 'MIT' } },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          session: { type: 'apiKey', in: 'cookie', name: 'kinora_key' },
        },
      },
    });
  });

  it('contains only valid JSON Schema 2020-12, and nothing of OpenAPI 3.0', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const schemas = document.components?.schemas ?? {};
    for (const [name, schema] of Object.entries(schemas))
      expect([name, ajv.validateSchema(schema as AnySchemaObject), ajv.errors]).toEqual([
        name,
        true,
        null,
      ]);
    for (const [path, object] of objects(document)) {
      const isMap = path.endsWith('/properties') || path.includes('/examples/');
      expect(isMap || !('nullable' in object) ? '' : path).toBe('');
      expect(typeof object['exclusiveMinimum'] === 'boolean' ? path : '').toBe('');
    }
  });

  it('resolves every reference and compiles every schema', () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false });
    ajv.addVocabulary(['discriminator', 'xml', 'externalDocs', 'components']);
    for (const format of ['date', 'date-time', 'binary', 'uuid', 'uri', 'password'])
      ajv.addFormat(format, true);
    const { components } = document;
    ajv.addSchema({ $id: 'doc', components: { schemas: components?.schemas } });
    for (const name of Object.keys(components?.schemas ?? {}))
      expect(ajv.compile({ $ref: `doc#/components/schemas/${name}` })).toBeInstanceOf(Function);
    for (const [path, object] of objects(document)) {
      if (typeof object['$ref'] !== 'string') continue;
      const target = object['$ref']
        .slice(2)
        .split('/')
        .reduce<unknown>((at, key) => (at as Json | undefined)?.[key], document);
      expect([path, object['$ref'], target]).not.toContain(undefined);
    }
  });

  it('allows no undocumented fields', () => {
    const open = [...objects(document)].filter(
      ([path, object]) =>
        'properties' in object &&
        !('additionalProperties' in object || 'allOf' in object) &&
        !/\/(properties|examples\/.*)$/.test(path),
    );
    expect(open.map(([path]) => path)).toEqual([]);
  });

  it('bounds every text, list and number of a request', () => {
    const hasAll = (schema: Json, ...keywords: string[]): boolean =>
      'enum' in schema || keywords.every((keyword) => keyword in schema);
    const isBounded: Readonly<Record<string, (schema: Json) => boolean>> = {
      string: (schema) => schema['format'] === 'binary' || hasAll(schema, 'maxLength'),
      array: (schema) => hasAll(schema, 'maxItems'),
      integer: (schema) => hasAll(schema, 'minimum', 'maximum'),
      number: (schema) => hasAll(schema, schema['exclusiveMinimum'] ? 'maximum' : 'minimum'),
    };
    const requests = operations.map(([, { parameters, requestBody }]) => [parameters, requestBody]);
    const schemas = document.components?.schemas as Json;
    const classes = [...referencedSchemas(requests, schemas)].map((name) => [name, schemas[name]]);
    const unbounded = [...objects([...requests, ...classes])].filter(([path, schema]) =>
      [schema['type']].flat().some((type) => {
        if (typeof type !== 'string' || /\/examples?\//.test(path)) return false;
        return isBounded[type]?.(schema) === false;
      }),
    );
    expect(unbounded).toEqual([]);
    expect(classes.length).toBeGreaterThan(15);
  });

  it('shows the configured limits', () => {
    const { prompt, characters } = (
      document.components?.schemas?.['ImageGenerateDto'] as { properties: Record<string, Json> }
    ).properties;
    expect([prompt?.['maxLength'], characters?.['maxItems']]).toEqual([20_000, 1000]);
  });

  it('lists the codes of every error', () => {
    const { schemas, responses } = document.components as {
      schemas: Record<string, { enum: string[] }>;
      responses: Record<string, unknown>;
    };
    const codes = Object.values(responses).flatMap((response) =>
      [...objects(response)].flatMap(([path, { enum: listed }]) =>
        path.endsWith('/properties/code') ? (listed as string[]) : [],
      ),
    );
    expect(schemas['ErrorCodeName']?.enum).toEqual(expect.arrayContaining(codes));
    expect(codes).toEqual(expect.arrayContaining(['job_not_found', 'missing_key']));
    expect(schemas['JobErrorCodeName']?.enum).toContain('out_of_memory');
  });

  it('gives every list the same form', () => {
    const schemas = document.components?.schemas as Record<string, Json>;
    const answerOf = ({ responses }: Operation): Json => {
      const { content } = (responses['200'] ?? {}) as Record<string, Record<string, Json>>;
      const { $ref } = (content?.['application/json']?.['schema'] ?? {}) as { $ref?: string };
      return schemas[$ref?.split('/').at(-1) ?? ''] ?? {};
    };
    const lists = operations.filter(
      ([name, operation]) =>
        // Events go on for ever: they have `next_since`.
        name.startsWith('get') && name !== 'get /api/events' && isList(answerOf(operation)),
    );
    expect(lists.length).toBeGreaterThan(35);
    for (const [name, operation] of lists) {
      const { required } = answerOf(operation);
      expect([name, required]).toEqual([name, expect.arrayContaining(['items', 'next_cursor'])]);
      const sent = operation.parameters.map((parameter) => parameter.name);
      const ofPages = sent.includes('cursor') ? ['limit', 'with_total'] : [];
      expect([name, sent]).toEqual([name, expect.arrayContaining(ofPages)]);
    }
  });

  it('lists the codes in records of what was refused or failed', () => {
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema({ $id: 'doc', components: { schemas: document.components?.schemas } });
    for (const [name, codes] of Object.entries({
      ChildErrorResponse: ['out_of_memory', 'workflow_not_allowed', 'internal', 'invalid'],
      TakeErrorResponse: ['no_output', 'shot_locked', 'invalid', 'depends_on_failed'],
      RenderErrorResponse: ['render_failed', 'key_revoked', 'ffmpeg_missing', 'internal'],
      NotMergedResponse: ['media_not_found', 'in_use'],
    })) {
      const validate = ajv.compile({ $ref: `doc#/components/schemas/${name}/properties/code` });
      expect(codes.filter((code) => !validate(code))).toEqual([]);
      expect(validate('nonsense')).toBe(false);
    }
  });

  it('gives every operation a unique readable id, a summary and a known tag', () => {
    const ids = operations.map(([, { operationId }]) => operationId);
    expect(ids).toEqual([...new Set(ids)]);
    const tags = document.tags?.map(({ name }) => name);
    for (const [name, operation] of operations) {
      expect(operation.operationId).toMatch(/^[a-z]+([A-Z][a-z]+)*$/);
      expect([name, operation.summary.length > 5]).toEqual([name, true]);
      expect([name, operation.tags.every((tag) => tags?.includes(tag))]).toEqual([name, true]);
    }
    expect(ids).toEqual(expect.arrayContaining(['listJobs', 'getJob', 'generateImage']));
  });

  it('describes every operation, and shows its requests and answers', () => {
    const lacking = (contents: unknown, isShown: (type: string, media: Json) => boolean) =>
      Object.entries((contents ?? {}) as Record<string, Json>).filter(
        ([type, media]) => !isShown(type, media),
      );
    for (const [name, operation] of operations) {
      const { description, parameters, requestBody, responses } = operation;
      const values = parameters.filter((one) => one.required && one.example === undefined);
      const bodies = lacking(
        requestBody?.['content'],
        (type, { examples }) => type !== 'application/json' || examples !== undefined,
      );
      const answers = Object.values(responses).flatMap(({ content }) =>
        lacking(
          content,
          (_, { example, schema }) =>
            example !== undefined || (schema as Json)['format'] === 'binary',
        ),
      );
      expect([name, description.length > 10, values, bodies, answers]).toEqual([
        ...[name, true],
        ...[[], [], []],
      ]);
    }
  });

  it('documents security and errors of every operation', () => {
    for (const [name, { security, responses, parameters }] of operations) {
      const open = /\/(live|session|\{token\})$/.test(name) && !name.includes('undo');
      expect([name, security]).toEqual([name, open ? [] : [{ bearer: [] }, { session: [] }, {}]]);
      expect(Object.keys(responses)).toEqual(
        expect.arrayContaining(open ? ['500'] : ['401', '403', '500']),
      );
      const inPath = parameters.some((one) => one.in === 'path');
      expect([name, '404' in responses || !inPath]).toEqual([name, true]);
      expect(Object.values(responses).every((one) => one['$ref'] ?? one['description'])).toBe(true);
    }
    expect(document.components?.responses?.['Unauthorized']).toMatchObject({
      description: expect.stringContaining('missing_key'),
    });
  });

  it('lists every error code in docs/errors.md as GET /api/errors does', async () => {
    interface Code {
      readonly code: string;
      readonly status: number | string;
      readonly meaning: string;
    }
    interface FieldCode extends Omit<Code, 'status'> {
      readonly field: string;
    }
    const { body } = await kinora.get<{
      items: Code[];
      job_errors: Code[];
      field_codes: FieldCode[];
    }>('/api/errors');
    const rowOf = ({ code, status, meaning }: Code) => `${code} | ${status} | ${meaning}`;
    const page = readFileSync(join(__dirname, '../../docs/errors.md'), 'utf8');
    const rows = [...page.matchAll(/^\| `(\w+)` +\| ([\w.]+) +\| (.*?) +\|$/gm)];
    expect(rows.map(([, ...cells]) => cells.join(' | '))).toEqual(
      [
        ...body.items,
        ...body.job_errors,
        ...body.field_codes.map(({ field, ...code }) => ({ ...code, status: field })),
      ].map(rowOf),
    );
  });

  it('lists the codes of fields that come without a message at GET /api/errors', async () => {
    const { body } = await kinora.get<{ field_codes: { field: string; code: string }[] }>(
      '/api/errors',
    );
    const codesOf = (schema: string, field: string) =>
      (
        document.components!.schemas![schema] as { properties: Record<string, { enum: unknown[] }> }
      ).properties[field]!.enum.filter((code) => code !== null);
    for (const [schema, record, field] of [
      ['DeliveryResponse', 'webhook_delivery', 'error'],
      ['WebhookResponse', 'webhook', 'disabled_reason'],
      ['BatchResponse', 'batch', 'reason'],
      ['GenerationResponse', 'generation', 'reason'],
      ['SessionEventResponse', 'session', 'reason'],
      ['EndEventResponse', 'end', 'reason'],
    ] as const)
      expect(
        body.field_codes
          .filter((code) => code.field === `${record}.${field}`)
          .map(({ code }) => code),
      ).toEqual(codesOf(schema, field).toSorted());
  });

  it('documents the headers of every answer', () => {
    const headersOf = (path: string, method: 'get' | 'post', status: string): string[] => {
      const response = document.paths[path]![method]!.responses[status];
      return Object.keys((response as { headers: object }).headers);
    };
    for (const [name, { responses }] of operations)
      for (const response of Object.values(responses)) {
        const { $ref, headers = {} } = response;
        expect([name, '$ref' in response || Object.keys(headers as object)]).toEqual([
          name,
          $ref === undefined ? expect.arrayContaining(['X-Request-Id']) : true,
        ]);
      }
    expect(headersOf('/media/{path}', 'get', '206')).toEqual(
      expect.arrayContaining(['ETag', 'Content-Range']),
    );
    expect(headersOf('/api/session', 'post', '200')).toContain('Set-Cookie');
    expect(headersOf('/api/image/generate', 'post', '200')).toContain('Idempotent-Replayed');
    expect(document.components?.responses).toMatchObject({
      TooManyRequests: { headers: { 'Retry-After': expect.any(Object) } },
      Unauthorized: { headers: { 'WWW-Authenticate': expect.any(Object) } },
      MethodNotAllowed: { headers: { Allow: expect.any(Object) } },
    });
  });

  it('documents the headers that a request can send', () => {
    const sent = operations.map(([name, { parameters }]): [string, string[]] => [
      name,
      parameters.filter((one) => one.in === 'header').map((one) => one.name),
    ]);
    expect(Object.fromEntries(sent)).toMatchObject({
      'get /media/{path}': ['If-None-Match', 'Range', 'If-Range'],
      'get /api/workflows': ['If-None-Match'],
      'get /api/events': ['Last-Event-ID'],
      'get /api/jobs/{prompt_id}/events': ['Last-Event-ID'],
      'post /api/image/generate': ['Idempotency-Key'],
    });
  });

  it('documents the data of every kind of event', () => {
    const [, { responses }] = operations.find(([name]) => name === 'get /api/events')!;
    const { content } = responses['200'] as { content: Record<string, Json> };
    const events = content['text/event-stream']?.['x-events'] as Json;
    expect(Object.keys(events).sort()).toEqual([...EVENT_KINDS].sort());
  });

  it('documents fields, bounds and examples of bodies', () => {
    expect(document.components?.schemas?.['ImageGenerateDto']).toMatchObject({
      required: ['workflow', 'prompt', 'provider'],
      properties: {
        prompt: { type: 'string', minLength: 1, examples: [expect.any(String)] },
        seed: { type: ['integer', 'null'] },
      },
    });
    expect(document.components?.schemas?.['HTTPValidationError']).toBeDefined();
  });

  it('documents content types of streams, files and forms', () => {
    const contentOf = (path: string, method: 'get' | 'post'): string[] => {
      const { responses, requestBody } = document.paths[path]![method]!;
      const { content } = (method === 'get' ? responses['200'] : requestBody) as {
        content: object;
      };
      return Object.keys(content);
    };
    expect(contentOf('/api/events', 'get')).toEqual(['text/event-stream', 'application/json']);
    expect(contentOf('/media/{path}', 'get')).toContain('image/*');
    expect(contentOf('/api/media', 'post')).toEqual(['multipart/form-data']);
  });

  it('contains every route, and no route is public by mistake', () => {
    const routes = routeTable(kinora.app.get(ModulesContainer));
    expect(routes.filter(({ access }) => access === undefined)).toEqual([]);
    const docs = ['/docs', '/docs/start.css', '/docs/start.js', '/docs/{asset}'];
    const hidden = ['/', ...docs, '/favicon.ico', '/openapi.json'];
    const shown = routes.filter(({ path }) => !hidden.includes(path));
    expect(operations.map(([name]) => name).sort()).toEqual(
      shown.map(({ method, path }) => `${method} ${path}`).sort(),
    );
    const open = routes.filter(({ access }) => access === 'public').map(({ path }) => path);
    expect(open.sort()).toEqual([
      '/',
      '/api/health/live',
      ...['/api/session', '/api/session', '/api/session'],
      ...docs,
      '/favicon.ico',
      ...['/link/{token}', '/upload/{token}'],
    ]);
  });
});

describe('/docs', () => {
  let kinora: TestKinora;
  beforeAll(async () => (kinora = await TestKinora.start()));
  afterAll(() => kinora.close());

  it('redirects / to /docs', async () => {
    const answer = await fetch(`${kinora.url}/`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs']);
  });

  it('serves a page without inline scripts, and every file of it', async () => {
    const { headers, body } = await kinora.get<string>('/docs');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(body).not.toMatch(/<script(?![^>]*src=)|\son\w+=/);
    const files = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file!);
    expect(files).toHaveLength(5);
    for (const file of files) expect((await kinora.get(file)).status).toBe(200);
  });
});
