import { newPlanningSetup, plannerIn, type PlanningSetup } from '../../../../test/support/planning';
import { type Caller, UNRESTRICTED } from '../../../platform/access/caller';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import type { GenerationRequest } from '../../generation/public/generation-planner';
import { GenerationRequests } from '../../generation/public/generation-requests';
import { WorkflowNotAllowed } from '../../workflows/public/workflow-errors';
import type { RunTimes } from '../../workflows/public/run-times';
import { BatchPlanningBusy, BatchRefused } from '../batches.errors';
import { runAt } from '../batch-runs';
import { BatchAdmissionService, type PlannedBatch } from './batch-admission.service';
import { BatchRefusals, DryRunRefusals } from './run-refusals';

/** Accepts every body, once the test lets it. */
class TestRequests extends GenerationRequests {
  checks = 0;
  refuse: (index: number) => void = () => undefined;

  check(_caller: Caller, _kind: 'image' | 'video', body: object): GenerationRequest {
    this.refuse(this.checks++);
    return body as GenerationRequest;
  }
  advise(
    _caller: Caller,
    _kind: 'image' | 'video',
    _body: object,
    error: ValidationFailed,
  ): ValidationFailed {
    return error;
  }
  fields(): readonly string[] {
    return [];
  }
}

const BATCH: PlannedBatch = {
  kind: 'image',
  base: { workflow: 'sdxl-t2i', prompt: 'a fox', provider: 'gpu' },
  axes: [],
  mode: 'product',
  count: 3,
  seed: 123_456,
};

describe('the admission of a batch', () => {
  let setup: PlanningSetup;
  let requests: TestRequests;
  let admission: BatchAdmissionService;

  beforeEach(async () => {
    setup = await newPlanningSetup();
    requests = new TestRequests();
    const storage = {
      assertFree: () => Promise.resolve(),
      reserve: () => Promise.resolve(),
      record: () => Promise.resolve(),
    };
    const runTimes = { expectedSeconds: () => 1 } as unknown as RunTimes;
    admission = new BatchAdmissionService(requests, plannerIn(setup), runTimes, storage);
  });

  const refuseFields = (names: readonly string[]): never => {
    const errors = names.map((name) => ({
      loc: ['body', name],
      msg: 'x',
      type: 'extra_forbidden',
    }));
    throw new ValidationFailed(errors as ValidationFailed['errors']);
  };
  const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `f${at}`);

  it('draws seeds that follow one another within the range of the workflow', async () => {
    const [, options] = setup.nodes['gpu']!.known!['KSampler']!.input.required!['seed'] as [
      string,
      object,
    ];
    Object.assign(options, { min: 0, max: 9 });
    const refusals = new BatchRefusals([]);
    const { seed } = await admission.planAll(UNRESTRICTED, BATCH, refusals);
    refusals.throwIfAny();
    const seeds = [0, 1, 2].map(async (index) => {
      const run = runAt({ ...BATCH, seed }, index);
      return (await admission.plan(UNRESTRICTED, 'image', run)).job.request['seed'];
    });
    // 123456 % 10, and on from there.
    expect([seed, await Promise.all(seeds)]).toEqual([6, [6, 7, 8]]);
  });

  it('stores no seed when the request has one', async () => {
    const sent = { ...BATCH, base: { ...BATCH.base, seed: 7 } };
    const { seed } = await admission.planAll(UNRESTRICTED, sent, new BatchRefusals([]));
    expect(seed).toBeNull();
  });

  it('stops a dry run at 1,000 errors over all runs', async () => {
    requests.refuse = () => refuseFields(names(600));
    const refusals = new DryRunRefusals([]);
    const result = await admission.planAll(UNRESTRICTED, { ...BATCH, count: 1000 }, refusals);
    expect(refusals.listed).toHaveLength(1000);
    expect(refusals.listed.at(-1)).toMatchObject({ index: 1, loc: ['body', 'base', 'f399'] });
    expect([requests.checks, result.expectedSeconds]).toEqual([2, null]);
  });

  it('keeps equal errors of several runs once, and 1,000 different ones', async () => {
    requests.refuse = (index) => refuseFields(names(index === 2 ? 1200 : 600));
    const refusals = new BatchRefusals([]);
    await admission.planAll(UNRESTRICTED, { ...BATCH, count: 1000 }, refusals);
    expect(requests.checks).toBe(3);
    const thrown: unknown = await Promise.resolve()
      .then(() => refusals.throwIfAny())
      .catch((error: unknown) => error);
    expect((thrown as ValidationFailed).errors).toHaveLength(1000);
  });

  it('stops after fifty refused runs, so that an error of all runs costs little', async () => {
    requests.refuse = () => refuseFields(names(1));
    const refusals = new BatchRefusals([]);
    await admission.planAll(UNRESTRICTED, { ...BATCH, count: 1000 }, refusals);
    expect(requests.checks).toBe(50);
    expect(() => refusals.throwIfAny()).toThrow(ValidationFailed);
  });

  it('stops at the first run refused for another reason than its values', async () => {
    requests.refuse = () => {
      throw new WorkflowNotAllowed('sdxl-t2i', []);
    };
    const refusals = new BatchRefusals([]);
    await admission.planAll(UNRESTRICTED, BATCH, refusals);
    expect(requests.checks).toBe(1);
    expect(() => refusals.throwIfAny()).toThrow(BatchRefused);
  });

  it('plans one batch of an owner at a time, and refuses more than eight that wait', async () => {
    const planned = Array.from({ length: 10 }, () =>
      admission.planAll(UNRESTRICTED, BATCH, new BatchRefusals([])),
    );
    const results = await Promise.allSettled(planned);
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toEqual([{ status: 'rejected', reason: expect.any(BatchPlanningBusy) }]);
  });
});
