import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { ProviderDirectory, type ProviderState } from '../../providers/public/provider-directory';
import type { JobRow } from '../records/job.entity';
import { JobsRepository } from '../records/jobs.repository';
import { JobStateService } from '../tracking/job-state.service';
import { moveDelayMs } from '../tracking/move-transition';
import { NodeSelectionService } from './node-selection.service';
import { SubmissionService } from './submission.service';
import { WithdrawalService } from './withdrawal.service';

/** Jobs per round that another node is sought for: each costs a read of its graph. */
const MAX_MOVES_PER_ROUND = 50;

/** Fails jobs whose node was removed from the configuration, and moves jobs whose node has been offline for long. */
@Injectable()
export class JobHousekeepingService {
  /** Where the next round continues among the jobs that could move. */
  private position = 0;

  constructor(
    private readonly jobs: JobsRepository,
    private readonly state: JobStateService,
    private readonly providers: ProviderDirectory,
    private readonly choice: NodeSelectionService,
    private readonly submission: SubmissionService,
    private readonly withdrawals: WithdrawalService,
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {}

  async round(): Promise<void> {
    const nodes = this.providers.list();
    const configured = nodes.map(({ id }) => id);
    const load = await this.jobs.load();
    const isRemoved = load.some(({ provider }) => !configured.includes(provider));
    if (isRemoved || (await this.jobs.anyProviderGone()))
      await this.failJobsOfRemovedNodes(configured);
    const away = nodes.filter(
      ({ id, offline_since }) =>
        offline_since !== null && load.some(({ provider }) => provider === id),
    );
    if (nodes.some(({ status }) => status === 'online')) await this.moveJobs(away);
    await this.withdrawals.round();
  }

  private async failJobsOfRemovedNodes(configured: readonly string[]): Promise<void> {
    const now = this.clock.now();
    await this.jobs.noteProvidersGone(configured, now);
    const removedAfterMs = this.config.current().jobs.provider_removed_after * 1000;
    for (const job of await this.jobs.goneSince(now - removedAfterMs)) {
      const message = `The node '${job.provider}' was removed from the configuration.`;
      const error = { code: 'provider_removed', message } as const;
      await this.state.apply(job.prompt_id, { kind: 'give_up', error });
    }
  }

  private async moveJobs(away: readonly ProviderState[]): Promise<void> {
    const nodes = new Map(away.map((node) => [node.id, node]));
    const due = (await this.jobs.ofNodes([...nodes.keys()])).filter((job) =>
      this.isDue(job, nodes.get(job.provider)),
    );
    if (this.position >= due.length) this.position = 0;
    for (const job of due.slice(this.position, this.position + MAX_MOVES_PER_ROUND)) {
      // A moved job leaves the list; one that stays is skipped until all others had their turn.
      const hasMoved = await this.move(job, nodes.get(job.provider)?.base_url ?? '');
      if (!hasMoved) this.position += 1;
    }
  }

  /** @returns whether the job has moved */
  private async move(job: JobRow, fromAddress: string): Promise<boolean> {
    const { prompt_id: promptId, attempts: attempt } = job;
    if (this.submission.isInProgress(promptId)) return false;
    const other = await this.choice.otherThan(job);
    if (!other) return false;
    const event = { kind: 'move', ...other, fromAddress, attempt } as const;
    return (await this.state.apply(promptId, event)) !== null;
  }

  private isDue(job: JobRow, node: ProviderState | undefined): boolean {
    const delayMs = moveDelayMs(job, this.config.current().jobs);
    if (delayMs === null || node?.offline_since == null) return false;
    return this.clock.now() - node.offline_since > delayMs;
  }
}
