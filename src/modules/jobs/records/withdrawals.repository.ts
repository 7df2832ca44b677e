import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { ReadConnection } from '../../../platform/database/read-connection';
import { WriteGate } from '../../../platform/database/write-gate';
import { JobWithdrawalEntity, type JobWithdrawalRow } from './job.entity';
import { JobCache } from './job-cache';

/** Jobs that a node may still have although they moved to another one. A move inserts them with the job's change. */
@Injectable()
export class WithdrawalsRepository {
  /** Every withdrawal that isn't settled; cached until a job changes. */
  readonly all: () => Promise<readonly JobWithdrawalRow[]>;

  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
    private readonly cache: JobCache,
  ) {
    this.all = cache.untilChanged(() => this.read.manager.find(JobWithdrawalEntity));
  }

  /** The node no longer has the job. */
  async settle({ prompt_id, provider }: JobWithdrawalRow): Promise<void> {
    await this.gate.run((tx) => tx.delete(JobWithdrawalEntity, { prompt_id, provider }));
    this.cache.invalidate(prompt_id);
  }

  /** At start, for nodes inside this service: they have lost everything with the last process. */
  async settleNodes(providers: readonly string[]): Promise<void> {
    if (providers.length === 0) return;
    await this.gate.run((tx) => tx.delete(JobWithdrawalEntity, { provider: In([...providers]) }));
  }
}
