import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { ProviderDirectory } from '../../providers/public/provider-directory';
import { JobStateService } from '../tracking/job-state.service';
import { JobsRepository } from '../records/jobs.repository';
import { NodeSelectionService } from './node-selection.service';

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
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {}

  async round(): Promise<void> {
    const nodes = new Map(this.providers.list().map((node) => [node.id, node]));
    const load = await this.jobs.load();
    const isRemoved = load.some(({ provider }) => !nodes.has(provider));
    const isAway = load.some(({ provider }) => this.isLongAway(nodes.get(provider)));
    if (isRemoved || (await this.jobs.anyProviderGone()))
      await this.failJobsOfRemovedNodes([...nodes.keys()]);
    if (isAway) await this.moveAutoJobs();
  }

  private async failJobsOfRemovedNodes(configured: readonly string[]): Promise<void> {
    const now = this.clock.now();
    await this.jobs.noteProvidersGone(configured, now);
    const removedAfterMs = this.config.current().jobs.provider_removed_after * 1000;
    for (const job of await this.jobs.goneSince(now - removedAfterMs)) {
      const message = `The node '${job.provider}' was removed from the configuration.`;
      const error = { code: 'provider_removed', message };
      await this.state.apply(job.prompt_id, { kind: 'give_up', error });
    }
  }

  private async moveAutoJobs(): Promise<void> {
    if (!this.providers.list().some(({ status }) => status === 'online')) return;
    const stranded = (await this.jobs.waitingForAuto()).filter(({ provider }) =>
      this.isLongAway(this.providers.get(provider)),
    );
    if (this.position >= stranded.length) this.position = 0;
    const batch = stranded.slice(this.position, this.position + MAX_MOVES_PER_ROUND);
    for (const job of batch) {
      const other = await this.choice.otherThan(job);
      // A moved job leaves the list; one that stays is skipped until all others had their turn.
      if (!other || !(await this.jobs.moveWaiting(job.prompt_id, other))) this.position += 1;
    }
  }

  private isLongAway(node: { readonly offline_since: number | null } | undefined): boolean {
    if (node?.offline_since == null) return false;
    return this.clock.now() - node.offline_since > this.config.current().jobs.auto_away_ms;
  }
}
