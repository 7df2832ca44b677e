import { Injectable } from '@nestjs/common';
import { OwnerNames } from '../../../platform/access/owner-names';
import { Clock } from '../../../platform/clock/clock';
import { ProviderDirectory } from '../../providers/public/provider-directory';
import { type RunKind, RunTimes } from '../../workflows/public/run-times';
import { LiveJobsService } from '../feed/live-jobs.service';
import { bothAhead, expectedWait, type JobsAhead, waitSeconds } from '../public/jobs-ahead';
import { QueuePositionsService } from '../queue/queue-positions.service';
import type { JobRow, JobSummaryRow } from '../records/job.entity';
import { isFinal } from '../tracking/job-state';
import type { JobOutlook, JobSituation } from './job-record';

/** How far a job is and how long it may take, from memory and from the run times measured here. */
@Injectable()
export class JobOutlookService {
  constructor(
    private readonly providers: ProviderDirectory,
    private readonly live: LiveJobsService,
    private readonly owners: OwnerNames,
    private readonly positions: QueuePositionsService,
    private readonly runTimes: RunTimes,
    private readonly clock: Clock,
  ) {}

  /** From memory: costs no statement. */
  situation(job: JobSummaryRow): JobSituation {
    const isNodeAway = this.providers.get(job.provider)?.status !== 'online';
    return {
      progress: this.live.progress(job.prompt_id),
      nodeUnreachable: !isFinal(job.status) && isNodeAway,
      nodeAddresses: () => this.providers.list().map(({ base_url }) => base_url),
      ownerName: this.owners.nameOf(job.owner_id),
    };
  }

  /** Costs three statements for a queued job, of which two are cached until a job changes; none otherwise. */
  async outlook(job: JobRow): Promise<JobOutlook> {
    const own = this.runTimes.expectedSeconds(kindOf(job), job.provider);
    if (job.status === 'running') {
      return { queuePosition: null, etaSeconds: own === null ? null : this.remaining(job, own) };
    }
    if (job.status !== 'queued') return { queuePosition: null, etaSeconds: null };
    const ahead = bothAhead(await this.othersOnNode(job), await this.positions.waitingBefore(job));
    const wait = waitSeconds(expectedWait(ahead, job.provider, this.runTimes), own);
    const etaSeconds = wait === null || own === null ? null : Math.ceil(wait + own);
    return { queuePosition: ahead.count, etaSeconds };
  }

  private remaining(job: JobRow, expectedSeconds: number): number {
    const elapsed = job.started_at === null ? 0 : (this.clock.now() - job.started_at) / 1000;
    return Math.max(1, Math.ceil(expectedSeconds - elapsed));
  }

  /** Our jobs on the node besides this one. */
  private async othersOnNode(job: JobRow): Promise<JobsAhead> {
    const all = await this.positions.onNode(job.provider);
    if (job.phase === 'waiting' || job.phase === 'staging' || all.count === 0) return all;
    return bothAhead(all, { count: -1, kinds: [{ ...kindOf(job), jobs: -1 }] });
  }
}

const kindOf = ({ workflow, run_class: runClass }: JobRow): RunKind => ({ workflow, runClass });
