import { Injectable } from '@nestjs/common';
import { OwnerNames } from '../../../platform/access/owner-names';
import { ConfigService } from '../../../platform/config/config.service';
import type { Sources } from '../../../platform/http/content/ready-answers';
import { DiskSpace } from '../../media/public/disk-space';
import { ProviderDirectory } from '../../providers/public/provider-directory';
import { NodeSelectionService } from '../dispatch/node-selection.service';
import { LiveJobsService } from '../feed/live-jobs.service';
import type { JobSummaryRow } from '../records/job.entity';
import { moveDelayMs } from '../tracking/move-transition';
import { NodeReachabilityService } from '../tracking/node-reachability.service';
import type { JobSituation } from './job-record';

/** What is the same for all jobs of a list. */
interface ListSituation {
  /** The ids of those that other nodes are able to run. */
  readonly movable: ReadonlySet<string>;
  readonly isDiskFull: boolean;
}

/** Whether the job doesn't go on while the disk is full. */
const needsSpace = ({ phase }: JobSummaryRow): boolean =>
  phase === 'waiting' || phase === 'collecting';

/** How far jobs are, and what they wait for: a node that is away, free disk space. */
@Injectable()
export class JobSituationService {
  constructor(
    private readonly providers: ProviderDirectory,
    private readonly live: LiveJobsService,
    private readonly owners: OwnerNames,
    private readonly selection: NodeSelectionService,
    private readonly reachability: NodeReachabilityService,
    private readonly disk: DiskSpace,
    private readonly config: ConfigService,
  ) {}

  /** What the situations of jobs that have ended are made from, beside their rows. */
  sources(): Sources {
    return [this.config.current(), ...this.nodeAddresses()];
  }

  async of(job: JobSummaryRow): Promise<JobSituation> {
    return (await this.ofAll([job]))(job);
  }

  /** Describes any of these jobs. From memory, except for jobs that may move: one statement for their graphs. */
  async ofAll(jobs: readonly JobSummaryRow[]): Promise<(job: JobSummaryRow) => JobSituation> {
    const movable = await this.movable(jobs);
    const isDiskFull = jobs.some(needsSpace) && !this.disk.hasFreeSpace();
    return (job) => this.describe(job, { movable, isDiskFull });
  }

  private describe(job: JobSummaryRow, { movable, isDiskFull }: ListSituation): JobSituation {
    const nodeUnreachable = this.reachability.isUnreachable(job);
    return {
      progress: this.live.progress(job.prompt_id),
      nodeUnreachable,
      unreachableSince: nodeUnreachable ? this.offlineSince(job) : null,
      movesAt: movable.has(job.prompt_id) ? this.moveTime(job) : null,
      diskFull: isDiskFull && needsSpace(job),
      nodeAddresses: () => this.nodeAddresses(),
      ownerName: this.owners.nameOf(job.owner_id),
    };
  }

  private nodeAddresses(): readonly string[] {
    return this.providers.list().map(({ base_url }) => base_url);
  }

  private movable(jobs: readonly JobSummaryRow[]): Promise<ReadonlySet<string>> {
    return this.selection.movable(jobs.filter((job) => this.moveTime(job) !== null));
  }

  /** When the job moves if another node is able to run it; `null` while its node is not away, or it never moves. */
  private moveTime(job: JobSummaryRow): number | null {
    const delayMs = moveDelayMs(job, this.config.current().jobs);
    const since = delayMs === null ? null : this.offlineSince(job);
    return since === null || delayMs === null ? null : since + delayMs;
  }

  private offlineSince({ provider }: JobSummaryRow): number | null {
    return this.providers.get(provider)?.offline_since ?? null;
  }
}
