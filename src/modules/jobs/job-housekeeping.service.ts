import { Injectable } from '@nestjs/common';
import { ProviderDirectory } from '../providers/public/provider-directory';
import { HousekeepingTime } from './housekeeping-time';
import type { JobRow } from './job.entity';
import { JobLedger } from './job-ledger.service';
import { JobsRepository } from './jobs.repository';
import { NodeChoice } from './node-choice.service';

/** Jobs whose node is gone: removed from the configuration, or away for long although another could do the work. */
@Injectable()
export class JobHousekeeping {
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
    const waiting = await this.jobs.waitingForAuto();
    for (const job of waiting) {
      if (!this.time.isLongAway(this.providers.get(job.provider))) continue;
      const other = await this.choice.otherThan(job);
      if (other) await this.jobs.moveWaiting(job.prompt_id, other);
    }
  }
}

const ids = (jobs: readonly JobRow[]): string[] => jobs.map((job) => job.prompt_id);
