import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { JobReader } from '../../jobs/public/job-queue';
import { type ExpectedWait, expectedWait, NOTHING_AHEAD } from '../../jobs/public/jobs-ahead';
import type { ProviderState } from '../../providers/public/provider-directory';
import { type RunKind, RunTimes } from '../../workflows/public/run-times';

/** How busy a node is, for one caller and one run. */
export interface NodeQueue {
  /** Jobs in front of a new one. */
  readonly ahead: number;
  /** What they take. */
  readonly wait: ExpectedWait;
  /** Seconds that the run takes there; `null` where nothing was measured. */
  readonly runSeconds: number | null;
}

export const IDLE_QUEUE: NodeQueue = {
  ...{ ahead: 0, runSeconds: null },
  wait: { seconds: 0, unmeasured: 0 },
};

/** Tells how long a new job would wait on each node. Never waits for a node. */
@Injectable()
export class NodeQueuesService {
  constructor(
    private readonly jobs: JobReader,
    private readonly runTimes: RunTimes,
  ) {}

  /** @param run what would run, which may be another size on another node */
  async of(
    caller: Caller,
    run: (provider: string) => RunKind,
    states: readonly ProviderState[],
  ): Promise<ReadonlyMap<string, NodeQueue>> {
    const ours = await this.jobs.ahead(caller);
    return new Map(
      states.map(({ id, queue }) => {
        const known = ours.get(id) ?? NOTHING_AHEAD;
        // Ours that lie on the node are in its queue, too; of other people's nobody knows how long they take.
        const ahead = Math.max(known.count, queue.running + queue.pending);
        const { seconds, unmeasured } = expectedWait(known, id, this.runTimes);
        const wait = { seconds, unmeasured: unmeasured + ahead - known.count };
        return [id, { ahead, wait, runSeconds: this.runTimes.expectedSeconds(run(id), id) }];
      }),
    );
  }
}
