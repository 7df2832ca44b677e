import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { affected } from '../../platform/database/affected';
import { ReadSource } from '../../platform/database/read-source';
import { row } from '../../platform/database/row';
import { serialize } from '../../platform/database/serialize';
import { WriteGate } from '../../platform/database/write-gate';
import { IdempotencyClaims } from '../../platform/http/idempotency-claims';
import type { ComfyGraph } from '../providers/public/comfy-types';
import {
  JobCharacterEntity,
  JobOutputEntity,
  type JobOutputRow,
  JobPayloadEntity,
  type JobPayloadRow,
} from './job-parts.entity';
import { JobEntity, type JobRow } from './job.entity';
import type { JobPatch, JobPhase } from './job-state';

/** A whole new job: its row, its payload, whom it shows. */
export interface NewJobRows {
  readonly job: JobRow;
  readonly payload: JobPayloadRow;
}

type JobColumns = Partial<Omit<JobRow, 'prompt_id'>>;

/** Rows of jobs, one by one: what the engine reads and writes. Lists are in `job-list.repository.ts`. */
@Injectable()
export class JobsRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadSource,
    private readonly claims: IdempotencyClaims,
  ) {}

  /**
   * Inserts the job, unless its owner already has `cap` jobs queued or running. One atomic step, exact under any
   * parallelism; the idempotency key of the request, if it has one, is written with it.
   */
  async insertWithinCap(rows: NewJobRows, cap: number | null): Promise<boolean> {
    const { job, payload } = rows;
    return this.gate.run(async (tx) => {
      if (cap !== null && job.owner_id !== null) {
        await serialize(tx, `jobs of ${job.owner_id}`);
        if ((await this.countActive(tx, job.owner_id)) >= cap) return false;
      }
      await tx.insert(JobEntity, row(job));
      await tx.insert(JobPayloadEntity, row(payload));
      const characters = job.characters.map((character_id) => ({
        character_id,
        prompt_id: job.prompt_id,
      }));
      if (characters.length > 0) await tx.insert(JobCharacterEntity, characters);
      await this.claims.attach(tx, job.prompt_id);
      return true;
    });
  }

  async find(promptId: string): Promise<JobRow | null> {
    return this.read.manager.findOneBy(JobEntity, { prompt_id: promptId });
  }

  async payload(promptId: string): Promise<JobPayloadRow> {
    return this.read.manager.findOneByOrFail(JobPayloadEntity, { prompt_id: promptId });
  }

  /**
   * Writes a change onto the revision that it was decided on; false when the row has changed since. `outputs` are
   * written in the same transaction: a job never ends without them.
   */
  async change(
    job: Pick<JobRow, 'prompt_id' | 'revision'>,
    patch: JobPatch,
    outputs: readonly JobOutputRow[] = [],
  ): Promise<boolean> {
    const key = { prompt_id: job.prompt_id, revision: job.revision };
    const columns = { ...toColumns(patch), revision: job.revision + 1 };
    return this.gate.run(async (tx) => {
      if (affected(await tx.update(JobEntity, key, columns)) === 0) return false;
      if (patch.result) {
        const kept: Partial<JobPayloadRow> = { result: patch.result };
        await tx.update(JobPayloadEntity, { prompt_id: job.prompt_id }, row(kept));
      }
      if (outputs.length > 0) await tx.insert(JobOutputEntity, [...outputs]);
      return true;
    });
  }

  /** The oldest jobs that wait for this node and may be handed over now. */
  async nextWaiting(provider: string, now: number, limit: number): Promise<JobRow[]> {
    return this.open()
      .andWhere("job.phase = 'waiting' AND job.provider = :provider", { provider })
      .andWhere('(job.not_before IS NULL OR job.not_before <= :now)', { now })
      .orderBy('job.created_at')
      .addOrderBy('job.prompt_id')
      .limit(limit)
      .getMany();
  }

  async countIn(provider: string, phases: readonly JobPhase[]): Promise<number> {
    return this.open()
      .andWhere('job.phase IN (:...phases) AND job.provider = :provider', { phases, provider })
      .getCount();
  }

  async inPhases(phases: readonly JobPhase[]): Promise<JobRow[]> {
    return this.open().andWhere('job.phase IN (:...phases)', { phases }).getMany();
  }

  /** Jobs per node that wait here or are on it: id → counts. One statement. */
  async load(): Promise<{ provider: string; phase: JobPhase; workflow: string; count: number }[]> {
    const rows = await this.open()
      .select('job.provider', 'provider')
      .addSelect('job.phase', 'phase')
      .addSelect('job.workflow', 'workflow')
      .addSelect('COUNT(*)', 'count')
      .groupBy('job.provider')
      .addGroupBy('job.phase')
      .addGroupBy('job.workflow')
      .getRawMany<{ provider: string; phase: JobPhase; workflow: string; count: string }>();
    return rows.map((row) => ({ ...row, count: Number(row.count) }));
  }

  /** How many jobs of the same node are in front of this one in our own queue. */
  async waitingBefore(job: JobRow): Promise<number> {
    return this.open()
      .andWhere("job.phase = 'waiting' AND job.provider = :provider", { provider: job.provider })
      .andWhere('(job.created_at < :at OR (job.created_at = :at AND job.prompt_id < :promptId))', {
        at: job.created_at,
        promptId: job.prompt_id,
      })
      .getCount();
  }

  /** Jobs in our queue whose node we chose, and may choose anew. */
  async waitingForAuto(): Promise<JobRow[]> {
    return this.open()
      .andWhere("job.phase = 'waiting' AND job.provider_auto = :auto", { auto: true })
      .getMany();
  }

  /** Is any open job noted as having lost its node? */
  async anyProviderGone(): Promise<boolean> {
    return (await this.open().andWhere('job.provider_gone_since IS NOT NULL').getCount()) > 0;
  }

  /** After a restart: what was being staged was not handed over. */
  async unstage(): Promise<void> {
    await this.gate.run((tx) => tx.update(JobEntity, { phase: 'staging' }, { phase: 'waiting' }));
  }

  /** Moves a job that still waits here to another node. @returns false when it no longer waits */
  async moveWaiting(
    promptId: string,
    { provider, graph }: { readonly provider: string; readonly graph: ComfyGraph },
  ): Promise<boolean> {
    const waiting = { prompt_id: promptId, phase: 'waiting' as const };
    return this.gate.run(async (tx) => {
      const moved = await tx.update(JobEntity, waiting, {
        provider,
        revision: () => 'revision + 1',
      });
      if (affected(moved) === 0) return false;
      await tx.update(JobPayloadEntity, { prompt_id: promptId }, row<JobPayloadEntity>({ graph }));
      return true;
    });
  }

  /** Notes since when the nodes of open jobs are missing from the configuration; `null` clears it. */
  async noteProviderGone(promptIds: readonly string[], since: number | null): Promise<void> {
    await this.gate.run((tx) =>
      tx.update(
        JobEntity,
        { prompt_id: In([...promptIds]) },
        { provider_gone_since: since, revision: () => 'revision + 1' },
      ),
    );
  }

  /** Open jobs only, by the partial index: finished jobs are the many. */
  private open() {
    return this.read.manager.createQueryBuilder(JobEntity, 'job').where("job.phase <> 'done'");
  }

  private async countActive(tx: EntityManager, ownerId: string): Promise<number> {
    return tx
      .createQueryBuilder(JobEntity, 'job')
      .where("job.status IN ('queued', 'running')")
      .andWhere('job.owner_id = :ownerId', { ownerId })
      .getCount();
  }
}

const COLUMN: Record<Exclude<keyof JobPatch, 'result'>, keyof JobColumns> = {
  phase: 'phase',
  status: 'status',
  attempts: 'attempts',
  losses: 'losses',
  uncertain: 'uncertain',
  handedOverAt: 'handed_over_at',
  absentSince: 'absent_since',
  acceptedAt: 'accepted_at',
  startedAt: 'started_at',
  finishedAt: 'finished_at',
  notBefore: 'not_before',
  number: 'number',
  nodeErrors: 'node_errors',
  error: 'error',
};

/** Present keys only. */
function toColumns(patch: JobPatch): Record<string, unknown> {
  const columns: Record<string, unknown> = {};
  for (const [key, column] of Object.entries(COLUMN)) {
    const value = patch[key as keyof typeof COLUMN];
    if (value !== undefined) columns[column] = value;
  }
  return columns;
}
