import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { ProviderDirectory, type ProviderState } from '../../providers/public/provider-directory';
import type { JobRow } from '../records/job.entity';
import { JobsRepository, type NodesToLeave } from '../records/jobs.repository';
import { JobStateService } from '../tracking/job-state.service';
import { NodeSelectionService } from './node-selection.service';
import { SubmissionService } from './submission.service';
import { WithdrawalService } from './withdrawal.service';

/** Jobs per round that another node is sought for: each costs a read of its graph. */
const MAX_MOVES_PER_ROUND = 50;

/**
 * Fails jobs whose node was removed from the configuration, and moves jobs whose node has been offline for long or takes no
 * new ones.
 */
@Injectable()
export class JobHousekeepingService {
  /** The job that the last round ended with: the next one continues behind it, so that all get their turn. */
  private position = '';

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
    const busy = nodes.filter(({ id }) => load.some(({ provider }) => provider === id));
    if (nodes.some(({ status }) => status === 'online')) await this.moveJobs(busy);
    await this.withdrawals.round();
  }

  private async failJobsOfRemovedNodes(configured: readonly string[]): Promise<void> {
    const now = this.clock.now();
    await this.jobs.noteProvidersGone(configured, now);
    const removedAfterMs = this.config.current().jobs.provider_removed_after * 1000;
    for (const job of await this.jobs.goneSince(this.clock.before(removedAfterMs))) {
      const message = `The node '${job.provider}' was removed from the configuration.`;
      const error = { code: 'provider_removed', message } as const;
      await this.state.apply(job.prompt_id, { kind: 'give_up', error });
    }
  }

  private async moveJobs(busy: readonly ProviderState[]): Promise<void> {
    const page = { after: this.position, limit: MAX_MOVES_PER_ROUND };
    const jobs = await this.jobs.movable(this.nodesToLeave(busy), page);
    for (const job of jobs) await this.move(job, this.providers.get(job.provider)?.base_url ?? '');
    const isEnd = jobs.length < MAX_MOVES_PER_ROUND;
    this.position = isEnd ? '' : (jobs.at(-1)?.prompt_id ?? '');
  }

  private nodesToLeave(busy: readonly ProviderState[]): NodesToLeave {
    const { auto_away_ms, move_after_ms } = this.config.current().jobs;
    const awayFor = (ms: number): string[] =>
      busy
        .filter(({ offline_since: since }) => since !== null && this.clock.elapsedSince(since) > ms)
        .map(({ id }) => id);
    const withoutRoles = busy.filter(({ roles }) => roles.length === 0).map(({ id }) => id);
    return {
      unsubmittedOn: [...awayFor(auto_away_ms), ...withoutRoles],
      submittedOn: awayFor(move_after_ms),
    };
  }

  private async move(job: JobRow, fromAddress: string): Promise<void> {
    const { prompt_id: promptId, attempts: attempt } = job;
    if (this.submission.isInProgress(promptId)) return;
    const other = await this.choice.otherThan(job);
    if (!other) return;
    const event = { kind: 'move', ...other, fromAddress, attempt } as const;
    await this.state.apply(promptId, event);
  }
}
