import { Injectable } from '@nestjs/common';
import { WaitingJobsRepository, type OwnerQueue } from './waiting-jobs.repository';
import type { OutlookJob } from '../records/outlook-job';
import type { JobPhase } from '../tracking/job-state';
import { type JobLoad, JobsRepository } from '../records/jobs.repository';
import { sumOfJobsAhead, type JobsAhead, NOTHING_AHEAD } from '../public/jobs-ahead';
import { turnsBefore } from './round-robin';

const ON_NODE: readonly JobPhase[] = ['on_node', 'handing_over'];

/** Which jobs go before another one: those on its node, and those that come first by the turns of the owners. */
@Injectable()
export class QueuePositionsService {
  constructor(
    private readonly jobs: JobsRepository,
    private readonly queues: WaitingJobsRepository,
  ) {}

  /** How many jobs of the same owner go before each waiting job, by prompt id. */
  ranks(): Promise<ReadonlyMap<string, number>> {
    return this.queues.ranks();
  }

  /**
   * Jobs in our queue that are submitted to the node before this one; none once it has left the queue.
   * @param rank the job's entry in {@link ranks}, if that was read already
   */
  async waitingBefore(job: OutlookJob, rank?: number): Promise<JobsAhead> {
    if (job.phase !== 'waiting') return NOTHING_AHEAD;
    const queue = (await this.queues.queues()).get(job.provider) ?? [];
    return before(queue, job.owner_id ?? '', rank ?? (await this.queues.rank(job)));
  }

  /** Our jobs on the node. */
  async onNode(provider: string): Promise<JobsAhead> {
    const load = await this.jobs.load();
    return load
      .filter((group) => group.provider === provider && ON_NODE.includes(group.phase))
      .map(jobsOfGroup)
      .reduce(sumOfJobsAhead, NOTHING_AHEAD);
  }

  /** Per node, the jobs that at most would end before a new one of this owner. Nodes without any are left out. */
  async aheadOfNew(ownerId: string | null): Promise<ReadonlyMap<string, JobsAhead>> {
    const owner = ownerId ?? '';
    const ahead = new Map<string, JobsAhead>();
    for (const [provider, queue] of await this.queues.queues()) {
      const own = queue.find((waiting) => waiting.owner === owner)?.count ?? 0;
      ahead.set(provider, before(queue, owner, own));
    }
    for (const group of await this.jobs.load()) {
      if (group.phase !== 'staging' && !ON_NODE.includes(group.phase)) continue;
      const waiting = ahead.get(group.provider) ?? NOTHING_AHEAD;
      ahead.set(group.provider, sumOfJobsAhead(waiting, jobsOfGroup(group)));
    }
    return ahead;
  }
}

const jobsOfGroup = ({ workflow, run_class, count }: JobLoad): JobsAhead => ({
  count,
  kinds: [{ workflow, runClass: run_class, jobs: count }],
});

/** Which of an owner's jobs come first is not read from the database: each kind counts in proportion. */
function before(queue: readonly OwnerQueue[], owner: string, rank: number): JobsAhead {
  const turns = turnsBefore(queue, owner, rank);
  return queue
    .map(({ count, kinds }, at): JobsAhead => {
      const first = turns[at] ?? 0;
      const share = count === 0 ? 0 : first / count;
      return { count: first, kinds: kinds.map((kind) => ({ ...kind, jobs: kind.jobs * share })) };
    })
    .reduce(sumOfJobsAhead, NOTHING_AHEAD);
}
