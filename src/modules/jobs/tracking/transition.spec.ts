import { POLICY as policy, trackedJob as job } from '../../../../test/support/tracked-job';
import type { NodeJob, NodeResult, SubmitOutcome } from '../../providers/public/node-access';
import type { OutputFailure } from './job-state';
import type { JobPatch, TrackedJob, TrackingEvent } from './tracking-event';
import { transition } from './transition';
import { runMilliseconds } from './lookup-transitions';

const onNode = (patch: Partial<TrackedJob> = {}): TrackedJob =>
  job({ phase: 'on_node', attempts: 1, handed_over_at: 1_000, accepted_at: 1_000, ...patch });

const handingOver = (patch: Partial<TrackedJob> = {}): TrackedJob =>
  job({ phase: 'handing_over', attempts: 1, handed_over_at: 1_000, ...patch });

const submit = (outcome: SubmitOutcome): TrackingEvent => ({
  kind: 'submit',
  outcome,
  attempt: 1,
});
const lookUp = (node: NodeJob, askedAt = 40_000): TrackingEvent => ({
  kind: 'look_up',
  node,
  askedAt,
  attempt: 1,
});
const absent = (askedAt = 40_000): TrackingEvent => lookUp({ state: 'absent' }, askedAt);

const output = { kind: 'text', nodeId: '9', index: 0, text: 'hi' } as const;
const success: NodeResult = { outcome: 'success', outputs: [output] };
const failure: NodeResult = {
  outcome: 'error',
  outputs: [],
  failure: { message: 'boom', exceptionType: 'ValueError', nodeId: '3', nodeClass: 'KSampler' },
};

const collectedEvent = (
  result: NodeResult,
  failures: readonly OutputFailure[] = [],
): TrackingEvent => ({
  kind: 'collected',
  result,
  failures,
  kept: result.outputs.length - failures.length,
});

describe('a submission', () => {
  it('is recorded and counted before the POST', () => {
    expect(transition(job(), { kind: 'hand_over' }, policy)).toMatchObject({
      phase: 'handing_over',
      attempts: 1,
      handed_over_at: 50_000,
    });
  });

  it('goes through staging for input files, and back to waiting when they do not arrive', () => {
    expect(transition(job(), { kind: 'stage' }, policy)).toMatchObject({ phase: 'staging' });
    const staging = job({ phase: 'staging' });
    expect(transition(staging, { kind: 'hand_over' }, policy)).toMatchObject({
      phase: 'handing_over',
    });
    expect(transition(staging, { kind: 'not_staged' }, policy)).toEqual({
      phase: 'waiting',
      not_before: 51_000,
    });
  });

  it.each<[string, TrackedJob]>([
    ['being submitted already', handingOver()],
    ['on its node', onNode()],
    ['cancelled', job({ phase: 'done', status: 'cancelled' })],
  ])('does not begin for a job that is %s', (_, state) => {
    expect(transition(state, { kind: 'hand_over' }, policy)).toBeNull();
  });

  const verdicts: [string, SubmitOutcome, JobPatch][] = [
    [
      'accepted',
      { kind: 'accepted', number: 7, nodeErrors: {} },
      {
        phase: 'on_node',
        number: 7,
        accepted_at: 50_000,
        handed_over_at: 50_000,
        uncertain: false,
      },
    ],
    [
      'not delivered',
      { kind: 'not_delivered', message: '' },
      { phase: 'waiting', not_before: 51_000 },
    ],
    ['busy', { kind: 'busy', retryAfterMs: 9_000 }, { phase: 'waiting', not_before: 59_000 }],
    [
      'uncertain',
      { kind: 'uncertain', message: '' },
      { uncertain: true, handed_over_at: 50_000, absent_since: null },
    ],
  ];
  it.each(verdicts)('that is %s', (_, outcome, expected) => {
    expect(transition(handingOver(), submit(outcome), policy)).toEqual(expected);
  });

  it('that is refused fails the job with the node errors', () => {
    const nodeErrors = { '4': { errors: [] } };
    const outcome: SubmitOutcome = { kind: 'refused', message: 'no such model', nodeErrors };
    expect(transition(handingOver(), submit(outcome), policy)).toMatchObject({
      phase: 'done',
      status: 'failed',
      finished_at: 50_000,
      node_errors: nodeErrors,
      error: { code: 'node_refused', message: 'no such model' },
    });
  });

  it('that is partly accepted counts as refused, and is withdrawn from the node', () => {
    const outcome: SubmitOutcome = { kind: 'accepted', number: 1, nodeErrors: { '3': {} } };
    expect(transition(handingOver(), submit(outcome), policy)).toMatchObject({
      phase: 'withdrawing',
      status: 'failed',
      error: { code: 'node_refused' },
    });
  });

  it('that is answered after the result does not overwrite the result', () => {
    const collecting = job({
      phase: 'collecting',
      status: 'running',
      attempts: 1,
      accepted_at: 49_000,
    });
    const patch = transition(
      collecting,
      submit({ kind: 'accepted', number: 3, nodeErrors: {} }),
      policy,
    );
    expect(patch).toEqual({
      number: 3,
      accepted_at: 49_000,
      handed_over_at: 50_000,
      uncertain: false,
    });
  });
});

describe('a lookup', () => {
  it.each<[string, NodeJob, Partial<JobPatch>]>([
    ['pending', { state: 'pending', position: 0 }, { phase: 'on_node', status: 'queued' }],
    ['running', { state: 'running' }, { phase: 'on_node', status: 'running', started_at: 50_000 }],
  ])('that finds an unanswered submission %s counts it as accepted', (_, node, expected) => {
    expect(transition(handingOver(), lookUp(node), policy)).toMatchObject({
      ...expected,
      accepted_at: 50_000,
    });
  });

  it('that confirms the row changes nothing', () => {
    expect(transition(onNode(), lookUp({ state: 'pending', position: 1 }), policy)).toBeNull();
    const running = onNode({ status: 'running', started_at: 2_000 });
    expect(transition(running, lookUp({ state: 'running' }), policy)).toBeNull();
  });

  it('older than the start does not set a running job back to queued', () => {
    const running = onNode({ status: 'running', started_at: 45_000 });
    expect(
      transition(running, lookUp({ state: 'pending', position: 0 }, 44_000), policy),
    ).toBeNull();
  });

  it('that returns a result starts collecting, from every phase on the node', () => {
    for (const state of [handingOver(), onNode()]) {
      expect(
        transition(state, lookUp({ state: 'finished', result: success }), policy),
      ).toMatchObject({
        phase: 'collecting',
        status: 'running',
        result: success,
      });
    }
  });

  it('that reports a foreign interruption cancels the job with interrupted_on_node', () => {
    const result: NodeResult = { outcome: 'interrupted', outputs: [] };
    expect(transition(onNode(), lookUp({ state: 'finished', result }), policy)).toMatchObject({
      phase: 'done',
      status: 'cancelled',
      error: { code: 'interrupted_on_node' },
    });
  });
});

describe('a job that is absent from its node', () => {
  it('is not lost at the first absence, which is only recorded', () => {
    expect(transition(onNode(), absent(), policy)).toEqual({ absent_since: 40_000 });
  });

  it('is not absent by a lookup older than the submission', () => {
    expect(transition(onNode({ handed_over_at: 45_000 }), absent(44_999), policy)).toBeNull();
  });

  it('is requeued with the same id once the absence is confirmed', () => {
    const absentOnce = onNode({ absent_since: 39_000 });
    expect(transition(absentOnce, absent(), policy)).toMatchObject({
      phase: 'waiting',
      status: 'queued',
      losses: 1,
    });
  });

  it('fails with node_lost after the last attempt', () => {
    const absentOnce = onNode({ absent_since: 39_000, losses: 2 });
    expect(transition(absentOnce, absent(), policy)).toMatchObject({
      phase: 'done',
      status: 'failed',
      error: { code: 'node_lost' },
    });
  });

  it('is lost only after the grace period when the submission had no answer', () => {
    const uncertain = handingOver({ uncertain: true, absent_since: 31_000 });
    expect(transition(uncertain, absent(40_999), policy)).toBeNull();
    expect(transition(uncertain, absent(41_000), policy)).toMatchObject({
      phase: 'waiting',
      losses: 1,
    });
  });

  it('does not count as lost when a restart of the service cut off the submission', () => {
    const cut = handingOver({ absent_since: 30_000 });
    expect(transition(cut, absent(40_000), policy)).toMatchObject({ phase: 'waiting', losses: 0 });
  });
});

describe('cancelling', () => {
  it('ends a waiting job at once', () => {
    expect(transition(job(), { kind: 'cancel' }, policy)).toMatchObject({
      phase: 'done',
      status: 'cancelled',
      finished_at: 50_000,
    });
  });

  it('is final for the caller while the node still has the job', () => {
    expect(transition(onNode({ status: 'running' }), { kind: 'cancel' }, policy)).toMatchObject({
      phase: 'withdrawing',
      status: 'cancelled',
    });
  });

  it('ends a job whose outputs are being collected', () => {
    const collecting = job({ phase: 'collecting', status: 'running' });
    expect(transition(collecting, { kind: 'cancel' }, policy)).toMatchObject({
      phase: 'done',
      status: 'cancelled',
    });
  });

  const withdrawing = onNode({ phase: 'withdrawing', status: 'cancelled' });

  it.each<[string, TrackingEvent]>([
    ['finished meanwhile', lookUp({ state: 'finished', result: success })],
    ['was never taken', submit({ kind: 'not_delivered', message: '' })],
    ['was refused', submit({ kind: 'refused', message: '', nodeErrors: {} })],
  ])('is done when the job %s, and stays cancelled', (_, fact) => {
    expect(transition(withdrawing, fact, policy)).toEqual({ phase: 'done' });
  });

  it('during a submission waits for the grace period before the job counts as absent', () => {
    const patch = transition(handingOver(), { kind: 'cancel' }, policy);
    expect(patch).toMatchObject({ phase: 'withdrawing', uncertain: true });
    const uncertain = { ...withdrawing, uncertain: true, absent_since: 31_000 };
    expect(transition(uncertain, absent(40_999), policy)).toBeNull();
    expect(transition(uncertain, absent(41_000), policy)).toMatchObject({ phase: 'done' });
  });

  it('is not undone by later events', () => {
    expect(transition(withdrawing, lookUp({ state: 'running' }), policy)).toBeNull();
    expect(transition(withdrawing, { kind: 'started', attempt: 1 }, policy)).toBeNull();
  });
});

describe('the end', () => {
  const collecting = job({ phase: 'collecting', status: 'running', accepted_at: 1, started_at: 2 });

  it('is completed once all outputs are in the catalogue', () => {
    expect(transition(collecting, collectedEvent(success), policy)).toMatchObject({
      phase: 'done',
      status: 'completed',
      finished_at: 50_000,
    });
  });

  it('is failed when the node finished without output', () => {
    const result: NodeResult = { outcome: 'success', outputs: [] };
    expect(transition(collecting, collectedEvent(result), policy)).toMatchObject({
      status: 'failed',
      error: { code: 'no_output' },
    });
  });

  const missing: OutputFailure = { code: 'output_missing', message: 'no file', node_id: '9' };

  it('is completed with warnings when some of the outputs could not be kept', () => {
    const result = { ...success, outputs: [output, output] };
    expect(transition(collecting, collectedEvent(result, [missing]), policy)).toMatchObject({
      status: 'completed',
      warnings: [missing],
    });
  });

  it('is failed when none of the outputs could be kept', () => {
    expect(transition(collecting, collectedEvent(success, [missing]), policy)).toMatchObject({
      status: 'failed',
      error: missing,
      warnings: [missing],
    });
  });

  it('names at most 20 outputs that could not be kept, and counts the others', () => {
    const outputs = Array.from({ length: 30 }, () => output);
    const result = { ...success, outputs, omittedOutputs: 5 };
    const warnings = Array.from({ length: 25 }, () => missing);
    const patch = transition(collecting, collectedEvent(result, warnings), policy);
    expect(patch?.warnings).toHaveLength(21);
    expect(patch?.warnings?.at(-1)?.message).toBe('10 further outputs were not kept.');
  });

  it('is failed with the graph node that failed', () => {
    expect(transition(collecting, collectedEvent(failure), policy)).toMatchObject({
      status: 'failed',
      error: { code: 'node_error', message: 'boom', node_id: '3', node_class: 'KSampler' },
    });
  });

  it.each([
    ['torch.OutOfMemoryError', 'Allocation on device'],
    ['RuntimeError', "DefaultCPUAllocator: can't allocate memory: you tried to allocate 99 bytes"],
  ])('tells running out of memory (%s)', (exceptionType, message) => {
    const result: NodeResult = { ...failure, failure: { exceptionType, message } };
    expect(transition(collecting, collectedEvent(result), policy)).toMatchObject({
      error: { code: 'out_of_memory' },
    });
  });

  it('is not changed by any later event', () => {
    const done = job({ phase: 'done', status: 'completed', attempts: 1 });
    const facts: TrackingEvent[] = [
      { kind: 'hand_over' },
      { kind: 'cancel' },
      { kind: 'started', attempt: 1 },
      absent(),
      lookUp({ state: 'finished', result: success }),
      submit({ kind: 'accepted', number: 1, nodeErrors: {} }),
      { kind: 'give_up', error: { code: 'timeout', message: '' } },
    ];
    for (const fact of facts) expect(transition(done, fact, policy)).toBeNull();
  });

  it('by giving up withdraws the job from a node that may have it', () => {
    const fact: TrackingEvent = {
      kind: 'give_up',
      error: { code: 'timeout', message: 'too long' },
    };
    expect(transition(onNode(), fact, policy)).toMatchObject({
      phase: 'withdrawing',
      status: 'failed',
    });
    expect(transition(collecting, fact, policy)).toMatchObject({ phase: 'done', status: 'failed' });
  });
});

describe('a node that ended with the service', () => {
  const fact: TrackingEvent = { kind: 'embedded_node_ended' };

  it('requeues its jobs without counting a loss, however often', () => {
    for (const state of [
      onNode({ losses: 2, started_at: 2_000 }),
      handingOver({ uncertain: true }),
    ])
      expect(transition(state, fact, policy)).toEqual({
        phase: 'waiting',
        status: 'queued',
        uncertain: false,
        absent_since: null,
        started_at: null,
      });
  });

  it('ends its cancelled jobs, and changes no other job', () => {
    const withdrawing = onNode({ phase: 'withdrawing', status: 'cancelled' });
    expect(transition(withdrawing, fact, policy)).toMatchObject({ phase: 'done' });
    for (const phase of ['waiting', 'staging', 'collecting'] as const)
      expect(transition(job({ phase }), fact, policy)).toBeNull();
  });
});

describe('run time', () => {
  it('is measured by the node clock, never negative, and 0 when unknown', () => {
    expect(runMilliseconds({ ...success, startedAt: 1_000, finishedAt: 3_500 })).toBe(2_500);
    expect(runMilliseconds({ ...success, startedAt: 5_000, finishedAt: 3_500 })).toBe(0);
    expect(runMilliseconds(success)).toBe(0);
  });
});
