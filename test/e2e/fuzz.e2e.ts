import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { eventually } from '../support/eventually';
import { TestKinora } from '../support/kinora';
import { MalformedRequests } from '../support/malformed-requests';
import { png } from '../support/media-samples';
import { SeededRandom } from '../support/seeded-random';
import { exchange, type WireAnswer, type WireRequest } from '../support/raw-http';

const REQUESTS = 1_000;
const CONCURRENCY = 10;

const VIOLATIONS = new Set([
  ...['missing', 'string_type', 'int_type', 'float_type', 'bool_type', 'list_type', 'dict_type'],
  ...['string_too_short', 'string_too_long', 'string_pattern_mismatch', 'greater_than_equal'],
  ...['less_than_equal', 'enum', 'extra_forbidden', 'json_invalid', 'value_error'],
]);

interface Violation {
  readonly loc: readonly unknown[];
  readonly msg: unknown;
  readonly type: string;
}

/** The 503 of features that need a server which this service doesn't have. */
const NOT_CONFIGURED = /"code":"(?:speech|training)_not_configured"/;

describe('1,000 malformed requests over all routes', () => {
  const random = SeededRandom.for('malformed requests');
  const complaints = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
  let kinora: TestKinora;
  let codes: ReadonlyMap<string, number>;
  let requests: MalformedRequests;

  beforeAll(async () => {
    kinora = await TestKinora.start({
      providers: [{ id: 'node', kind: 'simulator', step_ms: 0 }],
    });
    await kinora.online('node');
    const job = await kinora.finished(await submit());
    const { body: errors } = await kinora.get<{ items: { code: string; status: number }[] }>(
      '/api/errors',
    );
    codes = new Map(errors.items.map(({ code, status }) => [code, status]));
    const { body: document } = await kinora.get<OpenAPIObject>('/openapi.json');
    requests = new MalformedRequests(random, document, {
      path: {
        prompt_id: job.prompt_id,
        path: await upload(),
        workflow_id: 'sd15-t2i',
        id: 'node',
      },
      file: await png(8, 8),
      bodies: {
        'POST /api/image/generate': { ...REQUEST, submit: false },
        'POST /api/video/generate': { ...CLIP, submit: false },
        'POST /api/plan': { ...REQUEST, type: 'image' },
        'POST /api/jobs/{prompt_id}/rerun': { changes: { submit: false } },
      },
    });
  });
  afterAll(async () => {
    complaints.mockRestore();
    await kinora.close();
  });

  const CLIP = { workflow: 'wan22-14b-t2v', provider: 'node', prompt: 'a fox', length: 5 };
  const REQUEST = {
    workflow: 'sd15-t2i',
    provider: 'node',
    prompt: 'a fox',
    width: 64,
    height: 64,
    steps: 1,
  };

  async function submit(): Promise<string> {
    const { body } = await kinora.post('/api/image/generate', REQUEST);
    return String(body['prompt_id']);
  }

  async function upload(): Promise<string> {
    const form = new FormData();
    form.set('file', new Blob([await png(8, 8)]), 'a.png');
    const answer = await fetch(`${kinora.url}/api/media`, { method: 'POST', body: form });
    return ((await answer.json()) as { path: string }).path;
  }

  it('answers no 500, stays up, and sends only the documented error formats', async () => {
    const port = Number(new URL(kinora.url).port);
    const statuses = new Map<number, number>();
    const faults: string[] = [];
    for (let sent = 0; sent < REQUESTS; sent += CONCURRENCY) {
      const batch = Array.from({ length: CONCURRENCY }, () => requests.next());
      await Promise.all(
        batch.map(async (request) => {
          const answer = await answerTo(port, request);
          const fault = answer ? faultOf(answer) : request.isCut ? null : 'no answer';
          if (fault !== null) faults.push(`${fault}\n${printable(request.bytes)}`);
          const status = answer?.status ?? 0;
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }),
      );
    }
    expect(faults).toEqual([]);
    // The random requests reach success and every common error.
    for (const status of [200, 400, 404, 405, 415, 422])
      expect([...statuses.keys()]).toContain(status);
    expect(complaints.mock.calls).toEqual([]);
    expect((await kinora.get('/api/health')).body['status']).toBe('ok');
    expect((await kinora.finished(await submit())).status).toBe('completed');
    // Outputs of other jobs and uploads that were cut may still be on their way.
    await eventually(
      async () => (await readdir(join(kinora.folder, 'data', 'media', 'incoming'))).length === 0,
    );
  }, 300_000);

  /** The answer with its reason: HEAD is answered without a body, so that of a 503 is in the answer to GET. */
  async function answerTo(port: number, request: WireRequest): Promise<WireAnswer | null> {
    const answer = await exchange(port, request);
    const isHead = request.bytes.subarray(0, 5).toString() === 'HEAD ';
    if (answer?.status !== 503 || !isHead) return answer;
    const bytes = Buffer.concat([Buffer.from('GET '), request.bytes.subarray(5)]);
    return exchange(port, { ...request, bytes });
  }

  /** What is wrong with an answer; `null` when nothing is. */
  function faultOf({ status, headers, body }: WireAnswer): string | null {
    if (status >= 500 && !NOT_CONFIGURED.test(body)) return `${status}: ${body}`;
    if (status < 400) return null;
    // POST /mcp answers unusable messages as JSON-RPC does.
    if (headers['content-type'] === 'application/json') return rpcFault(body);
    if (headers['content-type'] !== 'application/json; charset=utf-8')
      return `${status} is ${String(headers['content-type'])}`;
    if (/node_modules|\n\s+at |\/src\/|\/dist\//.test(body)) return `leaks internals: ${body}`;
    return body === '' ? null : shapeFault(status, JSON.parse(body) as Record<string, unknown>);
  }

  function rpcFault(body: string): string | null {
    // It arrives in one chunk, between two lengths.
    const json = body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1);
    const { jsonrpc, error } = JSON.parse(json) as {
      jsonrpc?: unknown;
      error?: { code?: unknown; message?: unknown };
    };
    const isError = typeof error?.code === 'number' && typeof error.message === 'string';
    return jsonrpc === '2.0' && isError ? null : `no error of JSON-RPC: ${body}`;
  }

  function shapeFault(status: number, { detail, code }: Record<string, unknown>): string | null {
    if (status === 422 && Array.isArray(detail)) {
      const wrong = (detail as Violation[]).find((item) => !isViolation(item));
      return detail.length > 0 && !wrong ? null : `no violation: ${JSON.stringify(wrong)}`;
    }
    const isKnown = codes.get(String(code)) === status;
    return isKnown && typeof detail === 'string' ? null : `${status} ${String(code)}`;
  }

  const isViolation = ({ loc, msg, type }: Violation): boolean =>
    ['body', 'query', 'path'].includes(String(loc[0])) &&
    loc.every((part) => typeof part === 'string' || Number.isInteger(part)) &&
    typeof msg === 'string' &&
    VIOLATIONS.has(type);
});

const printable = (bytes: Buffer): string =>
  JSON.stringify(bytes.toString('latin1').slice(0, 1_500));
