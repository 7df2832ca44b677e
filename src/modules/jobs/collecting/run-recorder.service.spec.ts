import { setImmediate as nextTurn } from 'node:timers/promises';
import { Subject } from 'rxjs';
import { jobRow } from '../../../../test/support/job-table';
import type { Clock } from '../../../platform/clock/clock';
import type { MemorySample, NodeEvent, NodeEvents } from '../../providers/public/node-events';
import type { FinishedRun, RunTimes } from '../../workflows/public/run-times';
import type { QueuePositionsService } from '../queue/queue-positions.service';
import type { JobChange, JobStateService } from '../tracking/job-state.service';
import { RunRecorderService } from './run-recorder.service';

describe('RunRecorderService', () => {
  let ours: number;
  let recorded: FinishedRun[];
  let changes: Subject<JobChange>;
  let stream: Subject<NodeEvent>;
  let memory: Subject<MemorySample>;

  beforeEach(() => {
    ours = 1;
    recorded = [];
    [changes, stream, memory] = [new Subject(), new Subject(), new Subject()];
    const record = (runs: readonly FinishedRun[]) => Promise.resolve(void recorded.push(...runs));
    const onNode = () => Promise.resolve({ count: ours, kinds: [] });
    new RunRecorderService(
      { record } as unknown as RunTimes,
      { onNode } as unknown as QueuePositionsService,
      { changes } as unknown as JobStateService,
      { stream, memory } as unknown as NodeEvents,
      { sleep: () => Promise.resolve() } as unknown as Clock,
    ).onModuleInit();
  });

  const start = (promptId = 'p'): void => {
    stream.next({ kind: 'started', providerId: 'a', promptId });
  };
  const sample = async (used: number, remaining = 1, promptId = 'p'): Promise<void> => {
    memory.next({ providerId: 'a', promptId, used, total: 24, remaining });
    await nextTurn();
  };
  const complete = async (promptId = 'p', status: 'completed' | 'failed' = 'completed') => {
    const job = jobRow(1, { prompt_id: promptId, status, started_at: 1_000, finished_at: 3_500 });
    changes.next({ job, previous: { status: 'running', phase: 'collecting' }, outputs: [] });
    await nextTurn();
    return recorded.at(-1)?.memory;
  };

  it('records the run time and the highest memory use of a completed job, once', async () => {
    start();
    for (const used of [3, 14, 5]) await sample(used);
    expect(await complete()).toEqual({ used: 14, total: 24 });
    expect(recorded).toMatchObject([{ workflow: 'workflow-1', provider: 'node-1', seconds: 2.5 }]);
    expect(await complete()).toBeNull();
  });

  it('records nothing for a failed job', async () => {
    start();
    await sample(3);
    await complete('p', 'failed');
    expect(recorded).toEqual([]);
  });

  it('does not take our own jobs that wait on the node for foreign ones', async () => {
    ours = 2;
    start();
    await sample(14, 2);
    expect(await complete()).toMatchObject({ used: 14 });
  });

  it('records no memory use once a foreign prompt was on the node', async () => {
    start();
    await sample(3);
    await sample(20, 2);
    await sample(3);
    expect(await complete()).toBeNull();
  });

  it('records no memory use for a run whose start was not reported, or without samples', async () => {
    await sample(3);
    start('q');
    expect([await complete('p'), await complete('q')]).toEqual([null, null]);
  });

  it('starts again with a prompt that runs again', async () => {
    start();
    await sample(20, 2);
    start();
    await sample(3);
    expect(await complete()).toMatchObject({ used: 3 });
  });
});
