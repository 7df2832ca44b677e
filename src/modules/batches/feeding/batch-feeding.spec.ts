import { UNRESTRICTED } from '../../../platform/access/caller';
import { requestContext } from '../../../platform/http/request-context';
import type { JobQueue } from '../../jobs/public/job-queue';
import type { BatchAdmissionService } from '../admission/batch-admission.service';
import type { BatchesRepository } from '../records/batches.repository';
import { BatchFeederService } from './batch-feeder.service';
import { BatchRunsService } from './batch-runs.service';

const BATCH = { id: 'bat_1', status: 'running', total: 2, fed: 0, axes: [], count: 2, base: {} };

describe('a run of a batch', () => {
  it('waits after an unexpected failure, and fails after the third', async () => {
    const batch = { ...BATCH };
    const refused: unknown[] = [];
    const rows = {
      find: () => Promise.resolve(batch),
      refuse: (refusal: unknown) => Promise.resolve(refused.push(refusal)),
    } as unknown as BatchesRepository;
    const admission = { plan: () => Promise.resolve({ job: {} }) };
    const queue = { add: () => Promise.reject(new Error('deadlock detected')) };
    const runs = new BatchRunsService(
      rows,
      admission as unknown as BatchAdmissionService,
      queue as unknown as JobQueue,
    );
    const submit = (): Promise<boolean> => runs.submitNext(UNRESTRICTED, BATCH.id);
    expect([await submit(), await submit(), refused]).toEqual([false, false, []]);
    expect(await submit()).toBe(true);
    const error = { code: 'internal', message: expect.any(String) };
    expect(refused).toEqual([{ batch_id: BATCH.id, position: 0, error }]);
    batch.fed = 1;
    expect([await submit(), refused.length]).toEqual([false, 1]);
  });
});

describe('feeding', () => {
  it('runs outside of the request that woke it', async () => {
    const contexts: unknown[] = [];
    const open = {
      withRunsLeft: () => {
        contexts.push(requestContext.getStore());
        return Promise.resolve([]);
      },
    };
    const parts = [open, {}, {}, {}, {}, {}, {}] as unknown as ConstructorParameters<
      typeof BatchFeederService
    >;
    const feeder = new BatchFeederService(...parts);
    requestContext.run({ requestId: 'the request', owner: 'public' }, () => feeder.wake(null));
    await feeder.stop();
    expect(contexts).toEqual([undefined]);
  });
});
