import { Injectable } from '@nestjs/common';
import { In, LessThan } from 'typeorm';
import { ReadConnection } from '../../../platform/database/read-connection';
import { upsertRows } from '../../../platform/database/write-rows';
import {
  acquireTransactionLock,
  type Transaction,
  WriteGate,
} from '../../../platform/database/write-gate';
import { MeasuredRunsEntity, type MeasuredRunsRow } from './measured-runs.entity';
import type { StoredRun, StoredRunList } from './node-runs';

export type RunsKey = Pick<MeasuredRunsRow, 'workflow' | 'provider' | 'run_class'>;

export interface StoredRunsOfClass {
  readonly key: RunsKey;
  readonly stored: StoredRunList;
}

/** The result of adding a run. */
export interface RunsChange extends StoredRunsOfClass {
  /** Classes that were dropped to stay within the limit. */
  readonly dropped: readonly string[];
}

/** Runs per class: enough for a stable median, few enough that new hardware shows within a day. */
export const MAX_RUNS = 30;
/** Stored classes per workflow and node; those with the oldest runs are deleted. */
export const MAX_CLASSES = 8;

/** Measured runs: one row per class, with the last few in it, so that reading them all at start is quick. */
@Injectable()
export class MeasuredRunsRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
  ) {}

  /** At most `limit` rows, those with the newest runs; older rows are deleted. */
  async newest(limit: number): Promise<readonly StoredRunsOfClass[]> {
    // Raw rows, because creating thousands of entities would dominate the start.
    const rows = await this.read.manager
      .createQueryBuilder(MeasuredRunsEntity, 'measured')
      .select(['workflow', 'provider', 'run_class', 'runs', 'last_run_at'])
      .orderBy('last_run_at', 'DESC')
      .limit(limit)
      .getRawMany<RunsKey & { runs: string; last_run_at: string | number }>();
    const measured = rows.map(({ runs, last_run_at, ...key }) => ({
      key,
      stored: {
        lastRunAt: Number(last_run_at),
        runs: () => JSON.parse(runs) as readonly StoredRun[],
      },
    }));
    const oldest = measured.length < limit ? undefined : measured.at(-1);
    if (oldest)
      await this.gate.run((tx) =>
        tx.delete(MeasuredRunsEntity, { last_run_at: LessThan(oldest.stored.lastRunAt) }),
      );
    return measured;
  }

  /** Adds runs to their class; `done` is called after the commit. */
  async add(
    key: RunsKey,
    added: readonly StoredRun[],
    at: number,
    done: (change: RunsChange) => void,
  ): Promise<void> {
    const add = async (tx: Transaction): Promise<void> => {
      await acquireTransactionLock(tx, `runs of ${key.workflow} on ${key.provider}`);
      const before = await tx.findOneBy(MeasuredRunsEntity, key);
      const runs = [...(before?.runs ?? []), ...added].slice(-MAX_RUNS);
      const now = { ...key, runs, last_run_at: at };
      await upsertRows(tx, MeasuredRunsEntity, [now], KEY);
      const dropped = before ? [] : await this.dropOldest(tx, key);
      this.gate.afterCommit(() => {
        done({ key, stored: { lastRunAt: at, runs: () => runs }, dropped });
      });
    };
    await this.gate.run(add, { flush: false });
  }

  /** Drops all runs of a workflow. */
  async deleteOf(workflow: string): Promise<void> {
    await this.gate.run((tx) => tx.delete(MeasuredRunsEntity, { workflow }));
  }

  private async dropOldest(
    tx: Transaction,
    { workflow, provider, run_class }: RunsKey,
  ): Promise<readonly string[]> {
    const classes = await tx.find(MeasuredRunsEntity, {
      select: { run_class: true },
      where: { workflow, provider },
      order: { last_run_at: 'DESC', run_class: 'ASC' },
    });
    const others = classes.map((one) => one.run_class).filter((one) => one !== run_class);
    const dropped = others.slice(MAX_CLASSES - 1);
    if (dropped.length > 0)
      await tx.delete(MeasuredRunsEntity, { workflow, provider, run_class: In(dropped) });
    return dropped;
  }
}

const KEY = ['workflow', 'provider', 'run_class'] as const;
