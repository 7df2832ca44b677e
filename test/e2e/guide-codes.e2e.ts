import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { ErrorSpec } from '../../src/platform/errors/app-error';
import { ErrorReach } from '../support/guide/error-reach';
import { chaptersOf } from '../support/guide/guide-calls';
import { routeOf, routesOf } from '../support/guide/guide-routes';
import { TestKinora } from '../support/kinora';

const ROOT = resolve(__dirname, '../..');
const SKILL = readFileSync(join(ROOT, 'SKILL.md'), 'utf8');

/** The codes of a list, with their statuses. */
function* codesIn(list: string): Generator<string> {
  for (const [, head = ''] of list.matchAll(/^- (.+?): \S/gm)) {
    let status = 0;
    for (const [word] of head.matchAll(/\b\d{3}\b|`\w+`/g))
      if (word.startsWith('`')) yield `${word.slice(1, -1)} ${status}`;
      else status = Number(word);
  }
}

/** Codes of answers, and codes that jobs end with. */
function listsOf(guide: string): { answers: readonly string[]; endings: readonly string[] } {
  const { text } = chaptersOf(guide).find(({ title }) => title === 'When a call fails')!;
  const [answers = '', endings = ''] = text.split('`error.code`');
  return { answers: [...codesIn(answers)].sort(), endings: [...codesIn(endings)].sort() };
}

describe('error codes in the guide', () => {
  const reach = new ErrorReach();
  let kinora: TestKinora;
  let document: OpenAPIObject;
  let errors: readonly ErrorSpec[];

  beforeAll(async () => {
    kinora = await TestKinora.start({
      providers: [{ id: 'node', kind: 'simulator', step_ms: 60_000 }],
    });
    await kinora.online('node');
    ({ body: document } = await kinora.get<OpenAPIObject>('/openapi.json'));
    errors = (await kinora.get<{ items: ErrorSpec[] }>('/api/errors')).body.items;
  });
  afterAll(() => kinora.close());

  const codeAndStatus = ({ code, status }: ErrorSpec): string => `${code} ${status}`;
  const guideOf = async (id: string, is_admin: boolean): Promise<string> =>
    (await (await kinora.agent(id, { is_admin })).get<string>('/api/guide')).body;

  /** Calls of a guide that may answer with the error. */
  function callsWith({ code, status }: ErrorSpec, guide: string): readonly string[] {
    return routesOf(guide)
      .map(({ method, path }) => ({ method: method.toLowerCase(), route: routeOf(document, path) }))
      .filter(({ method, route }) => {
        const item = document.paths[route] as Record<string, { responses: object }> | undefined;
        return item?.[method] && String(status) in item[method].responses;
      })
      .filter(({ route }) => reach.reaches(code, route))
      .map(({ method, route }) => `${method} ${route}`);
  }

  it('are complete in SKILL.md and for admins, each with the next step', async () => {
    const all = errors.map(codeAndStatus).sort();
    expect(listsOf(SKILL).answers).toEqual(all);
    expect(listsOf(await guideOf('boss', true)).answers).toEqual(all);
  });

  it('are omitted for others only when no call of their guide can answer with them', async () => {
    const guide = await guideOf('crew', false);
    const { answers } = listsOf(guide);
    const all = errors.map(codeAndStatus);
    expect(answers.filter((one) => !all.includes(one))).toEqual([]);
    const left = errors.filter((one) => !answers.includes(codeAndStatus(one)));
    expect(left.length).toBeGreaterThan(3);
    expect(left.map((one) => [one.code, callsWith(one, guide)])).toEqual(
      left.map(({ code }) => [code, []]),
    );
    expect(guide).toContain('Any other code: `GET /api/errors`');
  });

  it.each(['job_finished', 'workflow_not_runnable', 'media_not_found', 'character_not_found'])(
    'that calls can answer with are detected: %s',
    async (code) => {
      const spec = errors.find((one) => one.code === code)!;
      expect(
        callsWith(spec, await guideOf(`reader-${code.replaceAll('_', '-')}`, false)),
      ).not.toEqual([]);
    },
  );

  it('that only admins see can come from routes for admins', async () => {
    const taken = errors.find(({ code }) => code === 'id_taken')!;
    expect(callsWith(taken, await guideOf('second-boss', true))).toContain('post /api/workflows');
  });

  it('of jobs that ended without success are all in the guide', async () => {
    const { body } = await kinora.get<{ job_errors: { code: string }[] }>('/api/errors');
    expect(body.job_errors.length).toBeGreaterThan(10);
    expect(listsOf(SKILL).endings).toEqual(body.job_errors.map(({ code }) => `${code} 0`));
  });
});
