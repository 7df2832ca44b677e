import { POLICY as policy, trackedJob as job } from '../../../../test/support/tracked-job';
import type { AppConfig } from '../../../platform/config/app-config';
import type { NodeJob, NodeResult, SubmitOutcome } from '../../providers/public/node-access';
import { moveDelayMs } from './move-transition';
import type { JobPatch, TrackedJob, TrackingEvent } from './tracking-event';
import { transition } from './transition';

const success: NodeResult = { outcome: 'success', outputs: [] };

const handingOver = (patch: Partial<TrackedJob> = {}): TrackedJob =>
  job({ phase: 'handing_over', attempts: 1, handed_over_at: 1_000, ...patch });
const onNode = (patch: Partial<TrackedJob> = {}): TrackedJob =>
  handingOver({ phase: 'on_node', accepted_at: 1_000, ...patch });

const submit = (outcome: SubmitOutcome): TrackingEvent => ({ kind: 'submit', outcome, attempt: 1 });
const lookUp = (node: NodeJob): TrackingEvent => ({
  kind: 'look_up',
  node,
  askedAt: 40_000,
  attempt: 1,
});

describe('a move', () => {
  const move = (attempt: number): TrackingEvent => ({
    kind: 'move',
    provider: 'b',
    graph: {},
    fromAddress: 'http://a',
    attempt,
  });

  it.each<[string, TrackedJob]>([
    ['being submitted', handingOver({ uncertain: true })],
    ['running', onNode({ status: 'running', started_at: 2_000, losses: 1 })],
  ])(
    'requeues a job that is %s on the other node, counts no loss, and withdraws it',
    (_, state) => {
      expect(transition(state, move(1), policy)).toEqual({
        provider: 'b',
        graph: {},
        phase: 'waiting',
        status: 'queued',
        uncertain: false,
        absent_since: null,
        started_at: null,
        not_before: null,
        number: null,
        moves: 1,
        withdrawal: { provider: 'a', address: 'http://a', created_at: 50_000 },
      });
    },
  );

  it('of a job that no node has is not counted, and withdraws nothing', () => {
    const patch = { provider: 'b', graph: {}, not_before: null };
    expect(transition(job({ moves: 3 }), move(0), policy)).toEqual(patch);
  });

  it.each<[string, TrackedJob]>([
    ['that named its node', onNode({ provider_auto: false })],
    ['whose end on the node was seen', onNode({ phase: 'collecting' })],
    ['that is cancelled', onNode({ phase: 'withdrawing', status: 'cancelled' })],
    ['that moved three times', onNode({ moves: 3 })],
    ['that was submitted again meanwhile', onNode({ attempts: 2 })],
    ['whose input files are being uploaded', job({ phase: 'staging', attempts: 1 })],
  ])('does not happen to a job %s', (_, state) => {
    expect(transition(state, move(1), policy)).toBeNull();
  });

  it('makes the job ignore what the node that it left still says', () => {
    const moved = job({ provider: 'b', attempts: 1, moves: 1 });
    const facts = (state: TrackedJob): (JobPatch | null)[] =>
      [
        lookUp({ state: 'finished', result: success }),
        lookUp({ state: 'running' }),
        lookUp({ state: 'absent' }),
        submit({ kind: 'refused', message: '', nodeErrors: {} }),
        submit({ kind: 'uncertain', message: '' }),
        { kind: 'started', attempt: 1 } as const,
      ].map((fact) => transition(state, fact, policy));
    expect(facts(moved)).toEqual(Array(6).fill(null));
    expect(facts(handingOver({ provider: 'b', attempts: 2, moves: 1 }))).toEqual(
      Array(6).fill(null),
    );
  });

  it('waits for the configured time, and never comes for a job that does not move', () => {
    const config = { auto_away_ms: 30, move_after_ms: 120 } as AppConfig['jobs'];
    expect(moveDelayMs(job(), config)).toBe(30);
    expect(moveDelayMs(onNode(), config)).toBe(120);
    for (const state of [
      onNode({ moves: 3 }),
      onNode({ phase: 'collecting' }),
      job({ provider_auto: false }),
    ])
      expect(moveDelayMs(state, config)).toBeNull();
  });
});
