import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { JobReader } from '../jobs/public/job-queue';
import type { ProviderState } from '../providers/public/provider-directory';
import { RunTimes } from '../workflows/public/run-times';

/** How busy a node is, for one caller and one workflow. */
export interface NodeQueue {
  /** Jobs in front of a new one. */
  readonly ahead: number;
  /** Seconds that the workflow takes there; `null` before the first run. */
  readonly runSeconds: number | null;
}

/** Tells how long a new job would wait on each node. Never waits for a node. */
@Injectable()
export class NodeQueues {
  constructor(
    private readonly jobs: JobReader,
    private readonly runTimes: RunTimes,
  ) {}

  async of(
    caller: Caller,
    workflow: string,
    states: readonly ProviderState[],
  ): Promise<ReadonlyMap<string, NodeQueue>> {
    const ours = await this.jobs.ahead(caller);
    return new Map(
      states.map(({ id, queue }) => [
        id,
        {
          // Ours that lie on the node are in its queue, too.
          ahead: Math.max(ours.get(id) ?? 0, queue.running + queue.pending),
          runSeconds: this.runTimes.expectedSeconds(workflow, id),
        },
      ]),
    );
  }
}
