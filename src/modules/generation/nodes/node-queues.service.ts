import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { JobReader } from '../../jobs/public/job-reader';
import { type ExpectedWait, expectedWait, NOTHING_AHEAD } from '../../jobs/public/jobs-ahead';
import type { ProviderState } from '../../providers/public/provider-directory';
import { type RunKind, RunTimes } from '../../workflows/public/run-times';

/** How busy a node is, for one caller and one run. */
export interface NodeQueue {
  /** Jobs in front of a new one. */
  readonly ahead: number;
  /** Their expected run time. */
  readonly wait: ExpectedWait;
  /** Expected run time of the new job in seconds; `null` where nothing was measured. */
  readonly runSeconds: number | null;
}

export const IDLE_QUEUE: NodeQueue = {
  ahead: 0,
  runSeconds: null,
  wait: { seconds: 0, unmeasured: 0 },
};

/** Estimates how long a new job would wait on each node, without asking the nodes. */
@Injectable()
export class NodeQueuesService {
  constructor(
    private readonly jobs: JobReader,
    private readonly runTimes: RunTimes,
  ) {}

  /** @param runOn gives the run of the new job on a node, by the node's id; its size may differ between nodes */
  async of(
    caller: Caller,
    runOn: (provider: string) => RunKind,
    states: readonly ProviderState[],
  ): Promise<ReadonlyMap<string, NodeQueue>> {
    const ahead = await this.jobs.ahead(caller);
    return new Map(
      states.map(({ id, queue }) => {
        const ownJobs = ahead.get(id) ?? NOTHING_AHEAD;
        // The node's queue includes our dispatched jobs; the run time of foreign jobs is unknown.
        const count = Math.max(ownJobs.count, queue.running + queue.pending);
        const { seconds, unmeasured } = expectedWait(ownJobs, id, this.runTimes);
        const wait = { seconds, unmeasured: unmeasured + count - ownJobs.count };
        return [
          id,
          { ahead: count, wait, runSeconds: this.runTimes.expectedSeconds(runOn(id), id) },
        ];
      }),
    );
  }
}
