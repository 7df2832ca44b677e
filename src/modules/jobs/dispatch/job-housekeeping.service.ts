import { Injectable } from '@nestjs/common';
import { ProviderDirectory } from '../../providers/public/provider-directory';
import { HousekeepingTime } from './housekeeping-time';
import { JobStateService } from '../tracking/job-state.service';
import { JobsRepository } from '../records/jobs.repository';
import { NodeSelectionService } from './node-selection.service';

/** Jobs that are looked at in a round for another node: each costs a read of its graph, and others wait for the round. */
const MOST_MOVES = 50;

/** Jobs whose node is gone: removed from the configuration, or away for long although another could do the work. */
@Injectable()
export class JobHousekeepingService {
  /** Where the next round goes on among the jobs that could move. */
  private at = 0;

  constructor(
    private readonly jobs: JobsRepository,
    private readonly state: JobStateService,
    private readonly providers: ProviderDirectory,
    private readonly choice: NodeSelectionService,
    private readonly time: HousekeepingTime,
  ) {}

  async round(): Promise<void> {
    const nodes = new Map(this.providers.list().map((node) => [node.id, node]));
    const load = await this.jobs.load();
    const gone = load.some(({ provider }) => !nodes.has(provider));
    const away = load.some(({ provider }) => this.time.isLongAway(nodes.get(provider)));
    if (gone || (await this.jobs.anyProviderGone())) await this.checkGone([...nodes.keys()]);
    if (away) await this.moveAutoJobs();
  }

  private async checkGone(known: readonly string[]): Promise<void> {
    await this.jobs.noteProvidersGone(known, this.time.now());
    for (const job of await this.jobs.goneSince(this.time.goneForGood())) {
      const message = `The node '${job.provider}' was removed from the configuration.`;
      const error = { code: 'provider_removed', message };
      await this.state.apply(job.prompt_id, { kind: 'give_up', error });
    }
  }

  private async moveAutoJobs(): Promise<void> {
    if (!this.providers.list().some(({ status }) => status === 'online')) return;
    const stranded = (await this.jobs.waitingForAuto()).filter(({ provider }) =>
      this.time.isLongAway(this.providers.get(provider)),
    );
    if (this.at >= stranded.length) this.at = 0;
    const turn = stranded.slice(this.at, this.at + MOST_MOVES);
    for (const job of turn) {
      const other = await this.choice.otherThan(job);
      // Who moves makes room for the next; who stays is passed over until all have had their turn.
      if (!other || !(await this.jobs.moveWaiting(job.prompt_id, other))) this.at += 1;
    }
  }
}
