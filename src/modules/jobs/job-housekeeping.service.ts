import { Injectable } from '@nestjs/common';
import { ProviderDirectory } from '../providers/public/provider-directory';
import { HousekeepingTime } from './housekeeping-time';
import type { JobRow } from './job.entity';
import { JobLedger } from './job-ledger.service';
import { JobsRepository } from './jobs.repository';
import { NodeChoice } from './node-choice.service';

/** Jobs that are looked at in a round for another node: each costs a read of its graph, and others wait for the round. */
const MOST_MOVES = 50;

/** Jobs whose node is gone: removed from the configuration, or away for long although another could do the work. */
@Injectable()
export class JobHousekeeping {
  /** Where the next round goes on among the jobs that could move. */
  private at = 0;

  constructor(
    private readonly jobs: JobsRepository,
    private readonly ledger: JobLedger,
    private readonly providers: ProviderDirectory,
    private readonly choice: NodeChoice,
    private readonly time: HousekeepingTime,
  ) {}

  async round(): Promise<void> {
    const nodes = new Map(this.providers.list().map((node) => [node.id, node]));
    const load = await this.jobs.load();
    const gone = load.some(({ provider }) => !nodes.has(provider));
    const away = load.some(({ provider }) => this.time.isLongAway(nodes.get(provider)));
    if (gone || (await this.jobs.anyProviderGone())) await this.checkGone(new Set(nodes.keys()));
    if (away) await this.moveAutoJobs();
  }

  private async checkGone(known: ReadonlySet<string>): Promise<void> {
    const open = await this.jobs.inPhases(['waiting', 'staging', 'handing_over', 'on_node']);
    const missing = open.filter(({ provider }) => !known.has(provider));
    const fresh = missing.filter((job) => job.provider_gone_since === null);
    const back = open.filter((job) => job.provider_gone_since !== null && known.has(job.provider));
    if (fresh.length > 0) await this.jobs.noteProviderGone(ids(fresh), this.time.now());
    if (back.length > 0) await this.jobs.noteProviderGone(ids(back), null);
    for (const job of missing.filter((one) => this.time.isGoneForGood(one))) {
      const message = `The node '${job.provider}' was removed from the configuration.`;
      await this.ledger.apply(job.prompt_id, {
        kind: 'give_up',
        error: { code: 'provider_removed', message },
      });
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

const ids = (jobs: readonly JobRow[]): string[] => jobs.map((job) => job.prompt_id);
