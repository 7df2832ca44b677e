import { Injectable } from '@nestjs/common';
import { ReadSource } from '../../platform/database/read-source';
import { row } from '../../platform/database/row';
import { WriteGate } from '../../platform/database/write-gate';
import { RunTimeEntity, type RunTimeRow } from './run-time.entity';

@Injectable()
export class RunTimesRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadSource,
  ) {}

  /** Every kept run, oldest first. */
  async all(): Promise<readonly RunTimeRow[]> {
    return this.read.manager.find(RunTimeEntity, { order: { sequence: 'ASC' } });
  }

  /** Puts a run into its slot; `kept` is called once it is there for good. */
  async keep(run: RunTimeRow, kept: () => void): Promise<void> {
    await this.gate.run(async (tx) => {
      await tx.upsert(RunTimeEntity, row<RunTimeEntity>(run), ['workflow', 'provider', 'slot']);
      this.gate.afterCommit(kept);
    });
  }
}
