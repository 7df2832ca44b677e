import Ajv2020 from 'ajv/dist/2020';
import type { OpenAPIObject } from '@nestjs/swagger';
import { TestKinora } from '../support/kinora';

type Json = Record<string, unknown>;

/** The same schemas, but an object may hold only what it names: an undocumented field is a fault. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [
      key,
      key === 'properties'
        ? Object.fromEntries(Object.entries(value as Json).map(([k, v]) => [k, closed(v)]))
        : closed(value),
    ]),
  );
  return 'properties' in inner && !('additionalProperties' in inner)
    ? { ...inner, additionalProperties: false }
    : inner;
}

describe('answers are what /openapi.json says', () => {
  let kinora: TestKinora;
  let document: OpenAPIObject;
  let ajv: Ajv2020;
  let job: Json;
  beforeAll(async () => {
    kinora = await TestKinora.start();
    ({ body: document } = await kinora.get<OpenAPIObject>('/openapi.json'));
    ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'doc', components: closed(document.components) });
    await kinora.online();
    const sent = { workflow: 'sdxl-t2i', prompt: 'a red fox', provider: 'simulator', steps: 2 };
    ({ body: job } = await kinora.post('/api/image/generate', sent));
    await kinora.finished(String(job['prompt_id']));
  });
  afterAll(() => kinora.close());

  /** What the document says of an answer, as a schema of its own. */
  function schemaOf(path: string, method: 'get' | 'post', status: number): object {
    const said = document.paths[path]?.[method]?.responses[String(status)] as unknown as Json;
    const { $ref } = said;
    const named = typeof $ref === 'string' ? component($ref) : said;
    const content = named['content'] as Record<string, { schema: object }>;
    const schema = content['application/json']!.schema;
    return JSON.parse(JSON.stringify(closed(schema)).replaceAll('"#/', '"doc#/')) as object;
  }

  const component = (ref: string): Json =>
    ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as Json)[key], document) as Json;

  function expectDocumented(path: string, method: 'get' | 'post', status: number, body: unknown) {
    const validate = ajv.compile(schemaOf(path, method, status));
    validate(body);
    expect(validate.errors).toBeNull();
  }

  it.each([
    '/api/health',
    '/api/health/live',
    '/api/errors',
    '/api/providers',
    '/api/workflows',
    '/api/jobs',
    '/api/media',
  ])('GET %s', async (path) => {
    const { status, body } = await kinora.get(path);
    expect(status).toBe(200);
    expectDocumented(path, 'get', 200, body);
  });

  it('GET of each single thing', async () => {
    const { body: media } = await kinora.get<{ items: { path: string }[] }>('/api/media');
    const things: [string, string, string][] = [
      ['/api/providers/{id}', 'id', 'simulator'],
      ['/api/workflows/{workflow_id}', 'workflow_id', 'sdxl-t2i'],
      ['/api/workflows/{workflow_id}/graph', 'workflow_id', 'sdxl-t2i'],
      ['/api/jobs/{prompt_id}', 'prompt_id', String(job['prompt_id'])],
      ['/api/jobs/{prompt_id}/graph', 'prompt_id', String(job['prompt_id'])],
      ['/api/media/{path}', 'path', media.items[0]!.path],
    ];
    for (const [path, name, value] of things) {
      const { status, body } = await kinora.get(path.replace(`{${name}}`, value));
      expect([path, status]).toEqual([path, 200]);
      expectDocumented(path, 'get', 200, body);
    }
  });

  it('every workflow', async () => {
    const { body } = await kinora.get<{ items: { id: string }[] }>('/api/workflows?limit=200');
    for (const { id } of body.items)
      expectDocumented(
        '/api/workflows/{workflow_id}',
        'get',
        200,
        (await kinora.get(`/api/workflows/${id}`)).body,
      );
  });

  it('POST /api/image/generate, sent and only shown', async () => {
    expectDocumented('/api/image/generate', 'post', 200, job);
    const shown = { workflow: 'sdxl-t2i', prompt: 'x', provider: 'auto', submit: false };
    const { body } = await kinora.post('/api/image/generate', shown);
    expectDocumented('/api/image/generate', 'post', 200, body);
  });

  it('failures', async () => {
    const invalid = await kinora.post('/api/image/generate', { prompt: 5, nope: 1 });
    expectDocumented('/api/image/generate', 'post', 422, invalid.body);
    const absent = await kinora.get('/api/jobs/none');
    expectDocumented('/api/jobs/{prompt_id}', 'get', 404, absent.body);
  });
});
