import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { type RunKind, RunTimes } from '../../workflows/public/run-times';
import type { JobRow } from '../records/job.entity';
import type { JobOutlook, JobSituation } from './job-record';
import { JobSituations } from './job-situations.service';
import { bothAhead, expectedWait, type JobsAhead, waitSeconds } from '../public/jobs-ahead';
import { QueuePositionsService } from '../queue/queue-positions.service';

/** Where a job stands and how long it may take, from memory and from what this install measured. */
@Injectable()
export class JobOutlookService {
  constructor(
    private readonly situations: JobSituations,
    private readonly positions: QueuePositionsService,
    private readonly runTimes: RunTimes,
    private readonly clock: Clock,
  ) {}

  situation(job: JobRow): JobSituation {
    return this.situations.of(job);
  }

  /** Costs three statements for a queued job, two of them once for all whom nothing has changed for; none otherwise. */
  async outlook(job: JobRow): Promise<JobOutlook> {
    const own = this.runTimes.expectedSeconds(kindOf(job), job.provider);
    if (job.status === 'running') {
      return { queuePosition: null, etaSeconds: own === null ? null : this.rest(job, own) };
    }
    if (job.status !== 'queued') return { queuePosition: null, etaSeconds: null };
    const ahead = bothAhead(await this.onNode(job), await this.positions.waitingBefore(job));
    const wait = waitSeconds(expectedWait(ahead, job.provider, this.runTimes), own);
    const etaSeconds = wait === null || own === null ? null : Math.ceil(wait + own);
    return { queuePosition: ahead.count, etaSeconds };
  }

  private rest(job: JobRow, expected: number): number {
    const elapsed = job.started_at === null ? 0 : (this.clock.now() - job.started_at) / 1000;
    return Math.max(1, Math.ceil(expected - elapsed));
  }

  /** Our jobs that the node holds besides this one. */
  private async onNode(job: JobRow): Promise<JobsAhead> {
    const all = await this.positions.onNode(job.provider);
    if (job.phase === 'waiting' || job.phase === 'staging' || all.count === 0) return all;
    const self = { count: -1, kinds: [{ ...kindOf(job), jobs: -1 }] };
    return bothAhead(all, self);
  }
}

const kindOf = ({ workflow, run_class: runClass }: JobRow): RunKind => ({ workflow, runClass });
