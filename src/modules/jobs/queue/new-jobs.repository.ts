import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../../platform/access/caller';
import {
  acquireTransactionLock,
  type Transaction,
  WriteGate,
} from '../../../platform/database/write-gate';
import { insertRows } from '../../../platform/database/write-rows';
import { foldText } from '../../../platform/search-text';
import { IdempotencyClaims } from '../../../platform/http/idempotency-claims';
import {
  JobCharacterEntity,
  JobEntity,
  JobPayloadEntity,
  type JobPayloadRow,
  type JobRow,
  JobTextEntity,
} from '../records/job.entity';
import { OwnerTurnsRepository } from './owner-turns.repository';
import { HANDED_OVER, type JobPhase } from '../tracking/job-state';
import { JobCache } from '../records/job-cache';
import { JOB_PRIORITIES, type NewJob } from '../public/job-queue';

export interface NewJobRows {
  /** The row if the job has to wait for its turn. */
  readonly waiting: JobRow;
  /** The row if the job is submitted at once; `null` when it must wait in any case. */
  readonly claimed: JobRow | null;
  readonly payload: JobPayloadRow;
}

export interface NewJobLimits {
  /** Jobs that the owner may have queued or running; `null` for no limit. */
  readonly cap: number | null;
  /** Jobs that the node may hold now. */
  readonly slots: number;
}

/** Phases of jobs that are before a new job in the queue or take a slot of its node. */
const BEFORE_NEW_JOB: readonly JobPhase[] = ['waiting', ...HANDED_OVER];
// A list of phases makes SQLite use the index of open jobs instead of reading all jobs of the node.
const PHASES_BEFORE_NEW_JOB = `
  SELECT phase FROM jobs WHERE phase <> 'done' AND phase IN ('${BEFORE_NEW_JOB.join("', '")}')
  AND provider = $1 LIMIT $2`;

/** Inserts new jobs. */
@Injectable()
export class NewJobsRepository {
  constructor(
    private readonly gate: WriteGate,
    private readonly claims: IdempotencyClaims,
    private readonly cache: JobCache,
    private readonly turns: OwnerTurnsRepository,
  ) {}

  /**
   * Inserts the job, unless its owner already has `cap` jobs queued or running. If its node has a free slot and no other
   * job waits for it, the job is claimed at once, which saves a second commit. One transaction, exact under any
   * parallelism; the idempotency key of the request and `also` are written with it.
   * @returns the inserted row, `null` when the cap is reached
   */
  async insert(
    rows: NewJobRows,
    { cap, slots }: NewJobLimits,
    also?: (tx: Transaction, job: JobRow) => Promise<void>,
  ): Promise<JobRow | null> {
    const { waiting, claimed, payload } = rows;
    const insert = async (tx: Transaction): Promise<JobRow | null> => {
      if (await this.isCapReached(tx, waiting.owner_id, cap)) return null;
      // Also for jobs that only wait: a concurrent claim sees this job, or this transaction sees the claim.
      await this.turns.lockNode(tx, waiting.provider);
      const isClaimed = claimed !== null && (await this.hasFreeSlot(tx, waiting.provider, slots));
      const job = isClaimed ? claimed : waiting;
      await insertRows(tx, JobEntity, [job]);
      if (isClaimed) await this.turns.take(tx, job);
      await insertRows(tx, JobPayloadEntity, [payload]);
      const { prompt_id } = job;
      await insertRows(tx, JobTextEntity, [{ prompt_id, folded: foldText(job.prompt) }]);
      const characters = job.characters.map((character_id) => ({ character_id, prompt_id }));
      await insertRows(tx, JobCharacterEntity, characters);
      await this.claims.attach(tx, prompt_id);
      await also?.(tx, job);
      this.gate.afterCommit(() => this.cache.setNew(job, payload));
      return job;
    };
    return this.gate.run(insert).catch((error: unknown) => {
      // The commit may have failed with an unknown outcome.
      this.cache.invalidate(waiting.prompt_id);
      throw error;
    });
  }

  private async isCapReached(
    tx: EntityManager,
    ownerId: string | null,
    cap: number | null,
  ): Promise<boolean> {
    if (cap === null || ownerId === null) return false;
    await acquireTransactionLock(tx, `jobs of ${ownerId}`);
    const active = tx
      .createQueryBuilder(JobEntity, 'job')
      .where("job.status IN ('queued', 'running')")
      .andWhere('job.owner_id = :ownerId', { ownerId });
    return (await active.getCount()) >= cap;
  }

  /**
   * Where other jobs wait, a new job waits too, and the dispatcher decides whose turn it is: so no job passes another,
   * and no new job takes a slot between the dispatcher's read of the queue and its claim. Jobs whose outputs are being
   * collected take no slot.
   */
  private async hasFreeSlot(tx: EntityManager, provider: string, slots: number): Promise<boolean> {
    if (slots === 0) return false;
    const phases = await tx.query<{ phase: string }[]>(PHASES_BEFORE_NEW_JOB, [provider, slots]);
    return phases.length < slots && phases.every(({ phase }) => phase !== 'waiting');
  }
}

/** The rows of a new job that has to wait for its turn. */
export function newJobRows(
  caller: Caller,
  job: NewJob,
  createdAt: string,
): Omit<NewJobRows, 'claimed'> {
  const { promptId: prompt_id, labels, provenance } = job;
  return {
    waiting: {
      prompt_id,
      owner_id: caller.ownerId,
      kind: job.kind,
      workflow: job.workflow,
      run_class: job.runClass,
      mode: job.mode,
      provider: job.provider,
      provider_auto: job.providerAuto,
      status: 'queued',
      phase: 'waiting',
      prompt: labels.prompt,
      name_prefix: job.namePrefix,
      project: labels.project,
      batch_id: job.batch?.id ?? null,
      batch_index: job.batch?.index ?? null,
      priority: JOB_PRIORITIES.indexOf(job.priority ?? 'normal'),
      description: labels.description,
      characters: [...new Set(labels.characters)],
      models: [...provenance.models],
      loras: [...provenance.loras],
      settings: { ...provenance.settings },
      attempts: 0,
      losses: 0,
      moves: 0,
      uncertain: false,
      handed_over_at: null,
      absent_since: null,
      accepted_at: null,
      started_at: null,
      finished_at: null,
      not_before: null,
      provider_gone_since: null,
      number: null,
      node_errors: null,
      error: null,
      warnings: null,
      timeline: [
        { phase: 'waiting', at: Date.parse(createdAt), attempt: 0, provider: job.provider },
      ],
      revision: 0,
      created_at: createdAt,
    },
    payload: {
      prompt_id,
      graph: job.graph,
      request: { ...job.request },
      inputs: [...job.inputs],
      result: null,
    },
  };
}
