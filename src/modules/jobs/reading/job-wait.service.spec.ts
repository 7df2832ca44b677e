import { Subject } from 'rxjs';
import { UNRESTRICTED } from '../../../platform/access/caller';
import { HeldAnswers } from '../../../platform/http/held-answers';
import type { Shutdown } from '../../../platform/http/shutdown';
import type { StreamSlots } from '../../../platform/http/stream-slots';
import { ManualClock } from '../../../../test/support/manual-clock';
import type { JobRow } from '../records/job.entity';
import type { JobsRepository } from '../records/jobs.repository';
import type { JobChange, JobStateService } from '../tracking/job-state.service';
import type { NodeReachabilityService } from '../tracking/node-reachability.service';
import { JobWaitService } from './job-wait.service';

const JOB = { prompt_id: 'a', status: 'running', revision: 1 } as JobRow;
const neverAborted = new AbortController().signal;

describe('a wait for a job', () => {
  let isAway: boolean;
  let freeSlots: number;
  const onNoSlot = jest.fn<undefined, []>();
  const flips = new Subject<string>();
  const changes = new Subject<JobChange>();

  const until = (unreachable: readonly string[], clientGone = neverAborted): Promise<void> => {
    const service = new JobWaitService(
      {
        findAll: () => Promise.resolve(new Map([[JOB.prompt_id, JOB]])),
      } as unknown as JobsRepository,
      { changes } as unknown as JobStateService,
      { isUnreachable: () => isAway, flips } as unknown as NodeReachabilityService,
      new HeldAnswers(
        { acquireWait: () => (freeSlots > 0 ? () => undefined : null) } as unknown as StreamSlots,
        {
          watch: () => ({ signal: neverAborted, end: null, release: () => undefined }),
        },
        { signal: neverAborted } as Shutdown,
        new ManualClock(),
      ),
    );
    const wait = { seconds: 60, clientGone: () => clientGone, onNoSlot };
    return service.until(UNRESTRICTED, [JOB], new Set(unreachable), wait);
  };

  beforeEach(() => {
    isAway = false;
    freeSlots = 1;
    onNoSlot.mockClear();
  });

  it('ends at once if the node went away after the request began', async () => {
    isAway = true;
    await until([]);
    isAway = false;
    await until(['a']);
    expect(onNoSlot).not.toHaveBeenCalled();
  });

  it('lasts until the node goes away or is back', async () => {
    isAway = true;
    const waiting = until(['a']);
    let hasEnded = false;
    void waiting.then(() => (hasEnded = true));
    flips.next('node');
    await new Promise(setImmediate);
    expect(hasEnded).toBe(false);
    isAway = false;
    flips.next('node');
    await waiting;
  });

  it('leaves no subscription behind when the client is gone before it begins', async () => {
    await until([], AbortSignal.abort());
    expect([changes.observed, flips.observed]).toEqual([false, false]);
  });

  it('ends at once, and says so, without a free slot', async () => {
    freeSlots = 0;
    await until([]);
    expect(onNoSlot).toHaveBeenCalledTimes(1);
  });
});
