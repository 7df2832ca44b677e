import type { INestApplication } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { SESSION_COOKIE } from '../access/credential-checker';
import { eventPayloads } from '../events/event-payloads';
import { isRecord, type JsonRecord } from '../json';
import { SERVICE_VERSION } from '../observability/service-version';
import { errorResponses, errorSchemas } from './error-responses';
import { RESPONSE_HEADERS } from './headers';
import { completePaths } from './operations';
import { referencedSchemas, type RequestLimits, withLimits } from './request-limits';
import { routeTable } from './route-table';
import { schema31, schemas31 } from './schema-31';

const DESCRIPTION = `
A shared media studio on top of one or more ComfyUI nodes, for agents, scripts and people.

**Keys.** Send yours with every request as \`Authorization: Bearer kin_…\`; an admin of the install gives you one, and
replaces it when it is lost. A key sees what it made itself: anything else is 404, as if it didn't exist. It may be limited
to some workflows or characters (403, with what it may use) and to a number of unfinished jobs (429 with \`Retry-After\`). An
install that requires no key serves requests without one, unrestricted.

Errors are \`{detail, code, hint?}\`; \`code\` is stable (\`GET /api/errors\`). A request with invalid fields is 422 with
all that differ from this document and the field of each. What depends on other things (the params of a workflow, media, ids) is
checked after that, one step after the other, so that a corrected request may be refused again. A method that a path doesn't have is 405 with \`Allow\`. Whole numbers lie within ±(2^53−1). Collections are pages: \`limit\`, \`cursor\`, \`next_cursor\`. Times are ISO 8601 in UTC.
\`x-access\` says who may call a route: \`public\`, \`caller\` (everyone with a valid key) or \`admin\`.
`.trim();

const KEY = 'An API key: `kin_` and 43 characters, opaque. An admin makes it (`POST /api/agents`).';

const COOKIE = 'Set by `POST /api/session`, for browsers.';

/** In the order of a first visit. Those without a route are left out. */
const TAGS: readonly (readonly [name: string, description: string])[] = [
  ['generate', 'Submit work.'],
  ['batches', 'Submit many runs with one request.'],
  ['chat', 'An assistant that calls tools, by rules or with a language model.'],
  ['presets', 'Values of a form, kept under a name.'],
  ['webhooks', 'Events sent to other servers.'],
  ['collections', 'Groups of media, and saved filters.'],
  ['characters', 'Identities that stay the same from picture to picture.'],
  ['speech', 'Voices, and texts that they speak.'],
  ['projects', 'Films as stories: scenes, shots and what is made for them.'],
  ['lora-training', 'Train a LoRA from a handful of pictures.'],
  ['jobs', 'Follow, cancel and repeat what was submitted.'],
  ['media', 'Generated and uploaded files.'],
  ['workflows', 'What can be made, and which values each workflow takes.'],
  ['models', 'The model files of the nodes.'],
  ['providers', 'The nodes that run the jobs.'],
  ['agents', 'Accounts, their keys, their profiles, and who did what.'],
  ['session', 'Signing a browser in and out.'],
  ['service', 'The guide for agents, health and error codes.'],
];

/**
 * The OpenAPI 3.1.0 document, without `servers`. @nestjs/swagger only puts the label 3.1.0 on a 3.0 document; what
 * differs is rewritten here. Works on an application that was created with `preview: true`, too.
 */
export function buildDocument(app: INestApplication, limits: RequestLimits): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Kinora')
    .setVersion(SERVICE_VERSION)
    .setDescription(DESCRIPTION)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', bearerFormat: 'kin_…', description: KEY },
      'bearer',
    )
    .addCookieAuth(SESSION_COOKIE, { type: 'apiKey', in: 'cookie', description: COOKIE }, 'session')
    .build();
  const document = SwaggerModule.createDocument(app, config, {
    autoTagControllers: false,
    extraModels: [...eventPayloads().values()].map(({ type }) => type),
    operationIdFactory: (controller, method) => `${method}${controller.replace(/Controller$/, '')}`,
  });
  const paths = completePaths(document.paths, routeTable(app.get(ModulesContainer)));
  const schemas = schemas31({ ...document.components?.schemas, ...errorSchemas() });
  return {
    ...document,
    tags: usedTags(paths),
    paths: withRequestLimits(withSchemas(paths), limits) as OpenAPIObject['paths'],
    components: {
      ...document.components,
      schemas: limitedSchemas(paths, schemas, limits),
      responses: errorResponses(),
      headers: RESPONSE_HEADERS,
    },
  };
}

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

const REQUEST_PARTS = new Set(['parameters', 'requestBody']);

/** Applies the limits to whatever is inline in parameters and bodies. */
function withRequestLimits(value: unknown, limits: RequestLimits): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      REQUEST_PARTS.has(key) ? withLimits(member, limits) : withRequestLimits(member, limits),
    ]),
  );
}

function limitedSchemas(
  paths: OpenAPIObject['paths'],
  schemas: JsonRecord,
  limits: RequestLimits,
): Schemas {
  const bodies = operationsOf(paths).map(({ requestBody }) => requestBody ?? null);
  const names = referencedSchemas(bodies, schemas);
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      names.has(name) ? withLimits(schema, limits) : schema,
    ]),
  ) as Schemas;
}

const operationsOf = (paths: OpenAPIObject['paths']) =>
  Object.values(paths).flatMap(({ get, post, put, patch, delete: remove }) =>
    [get, post, put, patch, remove].filter((operation) => operation !== undefined),
  );

function usedTags(paths: OpenAPIObject['paths']): NonNullable<OpenAPIObject['tags']> {
  const used = new Set(operationsOf(paths).flatMap(({ tags }) => tags ?? []));
  return TAGS.filter(([name]) => used.has(name)).map(([name, description]) => ({
    name,
    description,
  }));
}

const DATA = new Set(['example', 'examples']);

/** Inline schemas of parameters, headers and contents get the same treatment as the named ones. */
function withSchemas(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSchemas);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]: [string, unknown]) => {
      if (key === 'schema') return [key, schema31(member)];
      return [key, DATA.has(key) ? member : withSchemas(member)];
    }),
  );
}
