import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock';
import { RunTimes } from '../workflows/public/run-times';
import type { JobRow } from './job.entity';
import type { JobOutlook, JobSituation } from './job-record';
import { JobSituations } from './job-situations.service';
import { QueuePositions } from './queue-positions.service';

/** Where a job stands and how long it may take, from memory and from what this install measured. */
@Injectable()
export class JobOutlooks {
  constructor(
    private readonly situations: JobSituations,
    private readonly positions: QueuePositions,
    private readonly runTimes: RunTimes,
    private readonly clock: Clock,
  ) {}

  situation(job: JobRow): JobSituation {
    return this.situations.of(job);
  }

  /** Costs three statements for a queued job, two of them once for all whom nothing has changed for; none otherwise. */
  async outlook(job: JobRow): Promise<JobOutlook> {
    const own = this.runTimes.expectedSeconds(job.workflow, job.provider);
    if (job.status === 'running') {
      return { queuePosition: null, etaSeconds: own === null ? null : this.rest(job, own) };
    }
    if (job.status !== 'queued') return { queuePosition: null, etaSeconds: null };
    const onNode = await this.onNode(job);
    const before = await this.positions.waitingBefore(job);
    const queuePosition = before + onNode.count;
    const etaSeconds = own === null ? null : Math.ceil(onNode.seconds + before * own + own);
    return { queuePosition, etaSeconds };
  }

  private rest(job: JobRow, expected: number): number {
    const elapsed = job.started_at === null ? 0 : (this.clock.now() - job.started_at) / 1000;
    return Math.max(1, Math.ceil(expected - elapsed));
  }

  /** Our jobs that the node holds besides this one, and their expected time. */
  private async onNode(job: JobRow): Promise<{ count: number; seconds: number }> {
    let count = 0;
    let seconds = 0;
    for (const group of await this.positions.onNode(job.provider)) {
      count += group.count;
      const each = this.runTimes.expectedSeconds(group.workflow, group.provider) ?? 0;
      seconds += group.count * each;
    }
    if (job.phase === 'waiting' || job.phase === 'staging') return { count, seconds };
    const own = this.runTimes.expectedSeconds(job.workflow, job.provider) ?? 0;
    return { count: Math.max(0, count - 1), seconds: Math.max(0, seconds - own) };
  }
}
