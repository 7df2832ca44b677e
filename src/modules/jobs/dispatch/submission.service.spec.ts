import { Logger } from '@nestjs/common';
import { jobRow } from '../../../../test/support/job-table';
import type { NodeAccess, SubmitOutcome } from '../../providers/public/node-access';
import type { NodeEvents } from '../../providers/public/node-events';
import type { LiveJobsService } from '../feed/live-jobs.service';
import type { JobsRepository } from '../records/jobs.repository';
import type { JobStateService } from '../tracking/job-state.service';
import type { TrackingEvent } from '../tracking/tracking-event';
import type { InputStagingService } from './input-staging.service';
import { SubmissionService } from './submission.service';

const REFUSED = { kind: 'refused', message: 'no', nodeErrors: { a: 'wrong' } } as const;
const JOB = jobRow(1, { prompt_id: 'a', phase: 'handing_over', status: 'queued' });
const PAYLOAD = { prompt_id: 'a', graph: {}, request: {}, inputs: [], result: null };
const INPUT = { sha256: '', owner_id: null, size: 1, subfolder: '', filename: 'a.png' };

/** A promise that is settled by hand. */
function deferred<T>() {
  let settle: { resolve: (value: T) => void; reject: (error: Error) => void } | undefined;
  const promise = new Promise<T>((resolve, reject) => (settle = { resolve, reject }));
  return { promise, ...settle! };
}

describe('SubmissionService', () => {
  beforeAll(() => {
    for (const level of ['warn', 'error'] as const)
      jest.spyOn(Logger.prototype, level).mockReturnValue(undefined);
  });
  afterAll(() => jest.restoreAllMocks());

  function submissions(
    stage: InputStagingService['stage'] = () => Promise.resolve({ kind: 'not_staged' }),
  ) {
    const outcome = deferred<SubmitOutcome>();
    const written = deferred<null>();
    const applied: TrackingEvent[] = [];
    const service = new SubmissionService(
      undefined as unknown as JobsRepository,
      {
        apply: (_: string, event: TrackingEvent) => {
          applied.push(event);
          return written.promise;
        },
      } as unknown as JobStateService,
      { stage } as unknown as InputStagingService,
      { submit: () => outcome.promise } as unknown as NodeAccess,
      { clientId: () => 'client' } as unknown as NodeEvents,
      { begin: () => undefined } as unknown as LiveJobsService,
    );
    return { service, outcome, written, applied };
  }

  it('has no verdict on a job that is not being submitted', () => {
    const { service } = submissions();
    expect([service.isInProgress('a'), service.verdictOf('a')]).toEqual([false, null]);
  });

  it('gives the verdict before and while the row is written, and none afterwards', async () => {
    const { service, outcome, written, applied } = submissions();
    service.submit(JOB, PAYLOAD);
    const early = service.verdictOf('a');
    outcome.resolve(REFUSED);
    const refused = { ok: false, nodeErrors: { a: 'wrong' } };
    expect(await early).toEqual(refused);
    expect(await service.verdictOf('a')).toEqual(refused);
    expect(service.isInProgress('a')).toBe(true);
    written.resolve(null);
    await service.stop();
    expect(applied).toEqual([{ kind: 'submit', outcome: REFUSED, attempt: JOB.attempts }]);
    expect([service.isInProgress('a'), service.verdictOf('a')]).toEqual([false, null]);
  });

  it.each<[string, SubmitOutcome, object]>([
    [
      'an accepted job',
      { kind: 'accepted', number: 7, nodeErrors: {} },
      { ok: true, number: 7, nodeErrors: {} },
    ],
    [
      'a partly accepted job',
      { kind: 'accepted', number: 7, nodeErrors: { '3': {} } },
      { ok: false, number: 7, nodeErrors: { '3': {} } },
    ],
    ['a busy node', { kind: 'busy', retryAfterMs: 1 }, { ok: true }],
    ['an unknown outcome', { kind: 'uncertain', message: '' }, { ok: true }],
  ])('gives the verdict on %s', async (_, node, verdict) => {
    const { service, outcome } = submissions();
    service.submit(JOB, PAYLOAD);
    outcome.resolve(node);
    expect(await service.verdictOf('a')).toEqual(verdict);
  });

  it('answers { ok: true } when the submission fails', async () => {
    const { service, outcome } = submissions();
    service.submit(JOB, PAYLOAD);
    const verdict = service.verdictOf('a');
    outcome.reject(new Error('broken'));
    expect(await verdict).toEqual({ ok: true });
    await service.stop();
    expect(service.isInProgress('a')).toBe(false);
  });

  it('answers { ok: true } and submits nothing when the input files do not reach the node', async () => {
    const { service, written, applied } = submissions();
    service.submit(JOB, { ...PAYLOAD, inputs: [INPUT] });
    const verdict = service.verdictOf('a');
    written.resolve(null);
    expect(await verdict).toEqual({ ok: true });
    await service.stop();
    expect(applied).toEqual([{ kind: 'not_staged' }]);
  });

  it('ends the upload of input files when the service stops', async () => {
    const uploading = (_: string, __: unknown, signal: AbortSignal) =>
      new Promise<{ kind: 'not_staged' }>((resolve) =>
        signal.addEventListener('abort', () => resolve({ kind: 'not_staged' })),
      );
    const { service, written, applied } = submissions(uploading);
    service.submit(JOB, { ...PAYLOAD, inputs: [INPUT] });
    written.resolve(null);
    await service.stop();
    expect(applied).toEqual([{ kind: 'not_staged' }]);
  });

  it('submits nothing while the service stops', async () => {
    const { service } = submissions();
    await service.stop();
    service.submit(JOB, PAYLOAD);
    expect(service.isInProgress('a')).toBe(false);
  });
});
