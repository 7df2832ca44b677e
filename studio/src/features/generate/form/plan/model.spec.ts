import type { Plan } from '../../../../api/types';
import {
  expectedSeconds,
  isFilled,
  plannedRequest,
  reasonsOf,
  refusal,
  refusedFields,
} from './model';

type Node = Plan['providers'][number];

const node = (fields: Partial<Node>): Node => ({
  provider: 'studio',
  accepted: true,
  can_run_now: true,
  reasons: [],
  expected_wait_seconds: 0,
  expected_run_seconds: 7,
  ...fields,
});
const plan = (fields: Partial<Plan>): Plan => ({
  type: 'image',
  workflow: 'sdxl-t2i',
  accepted: true,
  provider: 'studio',
  mode: 't2i',
  providers: [node({})],
  params: {},
  models: [],
  loras: [],
  files: [],
  references: [],
  not_applied: [],
  ...fields,
});

describe('the plan', () => {
  it('is asked for without words', () => {
    const body = { workflow: 'w', prompt: 'a lake', negative: 'b', description: 'c', steps: 4 };
    expect(plannedRequest({ type: 'image', body }, 'negative')).toEqual({
      type: 'image',
      body: { workflow: 'w', prompt: 'x', steps: 4 },
    });
  });

  it.each<[Partial<Node>, number, number | null]>([
    [{}, 1, 7],
    [{ expected_wait_seconds: 10 }, 4, 38],
    [{ expected_wait_seconds: null }, 2, 14],
    [{ expected_run_seconds: null }, 1, null],
    [{ provider: 'other' }, 1, null],
  ])('of %j expects %s runs to take %s seconds', (fields, runs, seconds) => {
    expect(expectedSeconds(plan({ providers: [node(fields)] }), runs)).toBe(seconds);
  });

  it('tells once why no node takes the request', () => {
    const detail =
      'It lacks the model x. GET /api/comfy/models/y?provider=studio lists what it has.';
    const reasons = [{ code: 'workflow_not_runnable' as const, detail }];
    const refused = node({ accepted: false, reasons });
    const answer = plan({
      accepted: false,
      providers: [refused, { ...refused, provider: 'b' }, node({ provider: 'c' })],
    });
    const text = 'It lacks the model x.';
    const missing = [{ provider: 'studio', known: true }];
    expect(refusal(answer, 'auto', missing)).toEqual({ text, isLacking: true });
    // A node that isn't configured for such jobs lacks nothing.
    expect(refusal(answer, 'b', missing)).toEqual({ text, isLacking: false });
    expect(refusal(answer, 'c', missing)).toBeUndefined();
    expect(refusal(plan({}), 'auto', missing)).toBeUndefined();
    expect(reasonsOf(refused)).toBe('It lacks the model x.');
  });

  it.each([
    [{ image: 'a.png' }, true],
    [{}, false],
    [{ image: '' }, false],
  ])('needs the required fields: %j', (values, expected) => {
    const param = (role: string, required: boolean, fallback: number | null) => ({
      role,
      required,
      default: fallback,
    });
    const params = {
      prompt: param('prompt', true, null),
      image: param('image', true, null),
      steps: param('steps', true, 20),
      seed: param('seed', false, null),
    };
    expect(isFilled({ values }, params)).toBe(expected);
  });

  it('names the fields that a node refuses', () => {
    const reason = { code: 'invalid' as const, detail: 'Too large.', loc: ['body', 'width'] };
    const busy = { code: 'node_busy' as const, detail: '2 jobs are in front of it.' };
    const answer = plan({ providers: [node({ reasons: [reason, busy] })] });
    expect(refusedFields(answer)).toEqual([reason]);
  });
});
