import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { DiskSpace } from '../../media/public/disk-space';
import { type RunKind, RunTimes } from '../../workflows/public/run-times';
import { sumOfJobsAhead, expectedWait, type JobsAhead, waitSeconds } from '../public/jobs-ahead';
import { QueuePositionsService } from '../queue/queue-positions.service';
import type { OutlookJob } from '../records/outlook-job';
import { NodeReachabilityService } from '../tracking/node-reachability.service';
import type { JobOutlook } from './job-record';

/** When a job may end, from the queue and the run times measured here. */
@Injectable()
export class JobOutlookService {
  constructor(
    private readonly positions: QueuePositionsService,
    private readonly reachability: NodeReachabilityService,
    private readonly runTimes: RunTimes,
    private readonly disk: DiskSpace,
    private readonly clock: Clock,
  ) {}

  /** Costs three statements for a queued job (two of them are cached until a job changes), none for others. */
  async outlook(job: OutlookJob, rank?: number): Promise<JobOutlook> {
    // Nobody knows when a node that is away will be back, or a full disk will have room for outputs.
    const own =
      this.reachability.isUnreachable(job) || !this.disk.hasFreeSpace()
        ? null
        : this.runTimes.expectedSeconds(kindOf(job), job.provider);
    if (job.status === 'running') {
      return { queuePosition: null, etaSeconds: own === null ? null : this.remaining(job, own) };
    }
    if (job.status !== 'queued') return { queuePosition: null, etaSeconds: null };
    const ahead = sumOfJobsAhead(
      await this.othersOnNode(job),
      await this.positions.waitingBefore(job, rank),
    );
    const wait = waitSeconds(expectedWait(ahead, job.provider, this.runTimes), own);
    const etaSeconds = wait === null || own === null ? null : Math.ceil(wait + own);
    return { queuePosition: ahead.count, etaSeconds };
  }

  /** By prompt id, with a fixed number of statements. */
  async outlooks(jobs: readonly OutlookJob[]): Promise<ReadonlyMap<string, JobOutlook>> {
    const isOne = jobs.length === 1;
    const ranks = isOne ? new Map<string, number>() : await this.positions.ranks();
    const outlooks = new Map<string, JobOutlook>();
    for (const job of jobs)
      outlooks.set(job.prompt_id, await this.outlook(job, ranks.get(job.prompt_id)));
    return outlooks;
  }

  private remaining(job: OutlookJob, expectedSeconds: number): number {
    const elapsed = job.started_at === null ? 0 : this.clock.elapsedSince(job.started_at) / 1000;
    return Math.max(1, Math.ceil(expectedSeconds - elapsed));
  }

  /** Our jobs on the node besides this one. */
  private async othersOnNode(job: OutlookJob): Promise<JobsAhead> {
    const all = await this.positions.onNode(job.provider);
    if (job.phase === 'waiting' || job.phase === 'staging' || all.count === 0) return all;
    return sumOfJobsAhead(all, { count: -1, kinds: [{ ...kindOf(job), jobs: -1 }] });
  }
}

const kindOf = ({ workflow, run_class: runClass }: OutlookJob): RunKind => ({ workflow, runClass });
