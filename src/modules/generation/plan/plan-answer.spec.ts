import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { MediaNotFound } from '../../media/public/media-not-found';
import type { ProviderState } from '../../providers/public/provider-directory';
import { CheckpointNotFound, WorkflowNotRunnable } from '../generation.errors';
import {
  asRefusal,
  commonRefusal,
  type NodeOutcome,
  type Outcome,
  planAnswer,
  nodeIndependentRefusal,
} from './plan-answer';
import { IDLE_QUEUE } from '../nodes/node-queues.service';
import type { Plan } from '../public/generation-planner';

const plan = {
  job: {
    provider: 'gpu',
    mode: 'i2v',
    provenance: { models: ['m.safetensors'], loras: [], settings: { steps_high: 4 } },
  },
  loras: [{ name: 'a', strength: 1, target: 'high' }],
  files: { image: 'a.png' },
} as unknown as Plan;

const node = (
  outcome: Outcome,
  state: Partial<ProviderState> = {},
  queue: Partial<NodeOutcome['queue']> = {},
): NodeOutcome => ({
  state: {
    id: 'gpu',
    status: 'online',
    last_seen_at: '2026-01-01T00:00:00Z',
    ...state,
  } as ProviderState,
  queue: { ...IDLE_QUEUE, ...queue },
  outcome,
});

const inFront = (ahead: number, seconds: number) => ({
  ahead,
  wait: { seconds, unmeasured: 0 },
});

const lacking = { refusal: new WorkflowNotRunnable('w', 'video', null) };
const wrong = (msg: string) => ({ refusal: ValidationFailed.at(['body', 'width'], msg) });
const absent = { refusal: new MediaNotFound() };
const noLora = { refusal: new CheckpointNotFound('No such LoRA.', 'gpu') };

describe('commonRefusal', () => {
  it.each<[string, Outcome, Outcome[], boolean]>([
    ['a plan', { plan }, [{ plan }], false],
    ['what the only node lacks', lacking, [lacking], false],
    ['what all nodes lack', lacking, [lacking, lacking], false],
    ['a value that every node refuses', wrong('no'), [wrong('no'), wrong('no')], true],
    ['a value that some node takes', wrong('no'), [wrong('no'), { plan }], false],
    ['a value that nodes refuse differently', wrong('no'), [wrong('no'), wrong('never')], false],
    ['a value, where another node couldn’t run it', wrong('no'), [wrong('no'), lacking], true],
    ['a file that isn’t there', absent, [absent, lacking], true],
    ['a LoRA that no node has', noLora, [noLora], true],
    ['a LoRA that another node has', noLora, [noLora, { plan }], false],
    ['anything, where there is no node', absent, [], true],
  ])('of %s', (_, asked, outcomes, isCommon) => {
    const found = commonRefusal(
      asked,
      outcomes.map((outcome) => node(outcome)),
    );
    expect(found).toBe(isCommon && 'refusal' in asked ? asked.refusal : null);
  });
});

describe('nodeIndependentRefusal', () => {
  it('is a refusal that no node can change', () => {
    expect(nodeIndependentRefusal(absent)).toBe(absent.refusal);
    for (const asked of [{ plan }, lacking, wrong('no'), noLora])
      expect(nodeIndependentRefusal(asked)).toBeNull();
  });
});

describe('planAnswer', () => {
  const request = { type: 'video', workflow: 'w' } as const;
  const onNode = (...of: Parameters<typeof node>) =>
    planAnswer(request, { plan }, [node(...of)]).providers[0];

  it('contains the resolved values of the job', () => {
    expect(planAnswer(request, { plan }, [])).toEqual({
      type: 'video',
      workflow: 'w',
      accepted: true,
      provider: 'gpu',
      mode: 'i2v',
      providers: [],
      params: { steps_high: 4 },
      models: ['m.safetensors'],
      loras: [{ name: 'a', strength: 1, target: 'high' }],
      files: [{ param: 'image', path: 'a.png' }],
      references: [],
      not_applied: [],
    });
  });

  it('contains no values when the request is refused', () => {
    expect(planAnswer(request, lacking, [node(lacking)])).toMatchObject({
      accepted: false,
      provider: null,
      mode: null,
      params: null,
      loras: [],
      files: [],
      providers: [{ accepted: false, can_run_now: false }],
    });
  });

  it('idle node: can run now', () => {
    expect(onNode({ plan }, {}, { runSeconds: 12 })).toEqual({
      provider: 'gpu',
      accepted: true,
      can_run_now: true,
      reasons: [],
      expected_wait_seconds: 0,
      expected_run_seconds: 12,
    });
  });

  it('busy node: waits for the jobs in front', () => {
    const busy = onNode({ plan }, {}, { ...inFront(2, 24), runSeconds: 60 });
    expect(busy).toMatchObject({ can_run_now: false, expected_wait_seconds: 24 });
    expect(busy?.reasons).toEqual([{ code: 'node_busy', detail: '2 jobs are in front of it.' }]);
    const unmeasured = { ahead: 2, wait: { seconds: 5, unmeasured: 1 } };
    expect(onNode({ plan }, {}, unmeasured)).toMatchObject({ expected_wait_seconds: null });
    expect(onNode({ plan }, {}, { ...unmeasured, runSeconds: 12 })).toMatchObject({
      expected_wait_seconds: 17,
      expected_run_seconds: 12,
    });
  });

  it('offline node: unknown wait', () => {
    const away = onNode({ plan }, { status: 'offline' });
    expect(away).toMatchObject({ accepted: true, can_run_now: false, expected_wait_seconds: null });
    expect(away?.reasons.map(({ code }) => code)).toEqual(['node_offline']);
    const never = onNode({ plan }, { status: 'offline', last_seen_at: null });
    expect(never?.reasons.map(({ code }) => code)).toEqual(['node_offline', 'node_unknown']);
  });

  it('refusing node: the reasons', () => {
    expect(onNode(wrong('Send less.'))?.reasons).toEqual([
      { code: 'invalid', detail: 'Send less.', loc: ['body', 'width'] },
    ]);
    expect(onNode(lacking)?.reasons[0]?.code).toBe('workflow_not_runnable');
  });
});

it('asRefusal returns refusals and throws anything else', () => {
  expect(asRefusal(absent.refusal)).toBe(absent.refusal);
  expect(() => asRefusal(new TypeError('a fault'))).toThrow('a fault');
});
