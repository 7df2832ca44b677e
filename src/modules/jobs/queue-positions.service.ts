import { Injectable } from '@nestjs/common';
import { JobQueues } from './job-queues.repository';
import type { JobRow } from './job.entity';
import { type JobLoad, JobsRepository } from './jobs.repository';
import { jobsBefore } from './round-robin';

/** How many jobs go before another: what its node has, and what comes first by the owners' turns. */
@Injectable()
export class QueuePositions {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly queues: JobQueues,
  ) {}

  /** How many jobs of our own queue go to the node before this one; 0 once it is on its way. */
  async waitingBefore(job: JobRow): Promise<number> {
    if (job.phase !== 'waiting') return 0;
    const queue = (await this.queues.queues()).get(job.provider) ?? [];
    return jobsBefore(queue, job.owner_id ?? '', await this.queues.rank(job));
  }

  /** Our jobs that lie on the node. */
  async onNode(provider: string): Promise<readonly JobLoad[]> {
    const load = await this.jobs.load();
    return load.filter(
      (group) =>
        group.provider === provider &&
        (group.phase === 'on_node' || group.phase === 'handing_over'),
    );
  }

  /** Per node, how many jobs at most would end before a new one of this owner. Nodes without any are left out. */
  async aheadOfNew(ownerId: string | null): Promise<ReadonlyMap<string, number>> {
    const owner = ownerId ?? '';
    const ahead = new Map<string, number>();
    for (const [provider, queue] of await this.queues.queues()) {
      const own = queue.find((waiting) => waiting.owner === owner)?.count ?? 0;
      ahead.set(provider, jobsBefore(queue, owner, own));
    }
    for (const { provider, phase, count } of await this.jobs.load()) {
      if (!['staging', 'handing_over', 'on_node'].includes(phase)) continue;
      ahead.set(provider, (ahead.get(provider) ?? 0) + count);
    }
    return ahead;
  }
}
