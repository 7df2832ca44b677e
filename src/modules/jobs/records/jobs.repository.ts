import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Caller } from '../../../platform/access/caller';
import { mayRead, ownedBy } from '../../../platform/access/scope';
import { ReadConnection } from '../../../platform/database/read-connection';
import { type Transaction, WriteGate } from '../../../platform/database/write-gate';
import { insertRows, updateRows } from '../../../platform/database/write-rows';
import {
  JobEntity,
  JobPayloadEntity,
  type JobPayloadRow,
  type JobRow,
  JobWithdrawalEntity,
} from './job.entity';
import { isFinal, type JobPhase, OPEN } from '../tracking/job-state';
import { MAX_MOVES, SUBMITTED, UNSUBMITTED } from '../tracking/move-transition';
import type { JobPatch } from '../tracking/tracking-event';
import { OwnerTurnsRepository } from '../queue/owner-turns.repository';
import { JobCache } from './job-cache';

/** Open jobs of one node, phase, workflow and run class. */
export interface JobLoad {
  readonly provider: string;
  readonly phase: JobPhase;
  readonly workflow: string;
  readonly run_class: string | null;
  readonly count: number;
}

/** Nodes whose jobs may move to another node. */
export interface NodesToLeave {
  /** Nodes that jobs which were not submitted yet may leave. */
  readonly unsubmittedOn: readonly string[];
  /** Nodes that submitted jobs, too, may leave. */
  readonly submittedOn: readonly string[];
}

/** What a node gets of a job. */
export type Submission = Pick<JobPayloadRow, 'graph' | 'inputs'>;

/** Further writes in the transaction of a job's change, such as events. */
export type WithChange = (tx: Transaction, changed: JobRow) => Promise<void>;

/**
 * Reads and writes single jobs. Lists are in `job-list.repository.ts`, new jobs in `new-jobs.repository.ts`, the queue in
 * `waiting-jobs.repository.ts`.
 */
@Injectable()
export class JobsRepository {
  private readonly cachedLoad: () => Promise<readonly JobLoad[]>;

  constructor(
    private readonly gate: WriteGate,
    private readonly read: ReadConnection,
    private readonly cache: JobCache,
    private readonly turns: OwnerTurnsRepository,
  ) {
    this.cachedLoad = cache.untilChanged(() => this.count());
  }

  async find(promptId: string): Promise<JobRow | null> {
    const cached = this.cache.job(promptId);
    if (cached) return cached;
    return this.read.manager.findOneBy(JobEntity, { prompt_id: promptId });
  }

  /** As {@link find}, for a caller. A job of another owner costs the same statement as an unknown one. */
  async findFor(caller: Caller, promptId: string): Promise<JobRow | null> {
    const cached = this.cache.job(promptId);
    if (cached && mayRead(caller, cached.owner_id)) return cached;
    return this.read.manager.findOneBy(JobEntity, { prompt_id: promptId, ...ownedBy(caller) });
  }

  /** The jobs with these ids that the caller may see, by id. One statement at most. */
  async findAll(caller: Caller, promptIds: readonly string[]): Promise<Map<string, JobRow>> {
    const jobs = new Map<string, JobRow>();
    for (const id of promptIds) {
      const cached = this.cache.job(id);
      if (cached && mayRead(caller, cached.owner_id)) jobs.set(id, cached);
    }
    const missing = promptIds.filter((id) => !jobs.has(id));
    if (missing.length === 0) return jobs;
    const where = { prompt_id: In(missing), ...ownedBy(caller) };
    for (const job of await this.read.manager.findBy(JobEntity, where))
      jobs.set(job.prompt_id, job);
    return jobs;
  }

  async payload(promptId: string): Promise<JobPayloadRow> {
    const cached = this.cache.payload(promptId);
    if (cached) return cached;
    return this.read.manager.findOneByOrFail(JobPayloadEntity, { prompt_id: promptId });
  }

  /** Graphs and input files by prompt id, in one statement at most. */
  async submissions(promptIds: readonly string[]): Promise<ReadonlyMap<string, Submission>> {
    if (promptIds.length === 0) return new Map();
    const payloads = await this.read.manager.find(JobPayloadEntity, {
      select: { prompt_id: true, graph: true, inputs: true },
      where: { prompt_id: In([...promptIds]) },
    });
    return new Map(payloads.map((payload) => [payload.prompt_id, payload]));
  }

  /**
   * Writes a change onto the revision that it was decided on. In the same transaction: the turn of the owner of a job that
   * leaves our queue, and the withdrawal of a job that leaves its node.
   * @returns the new row; `null` when the row has changed since
   */
  async change(job: JobRow, patch: JobPatch, also?: WithChange): Promise<JobRow | null> {
    const { prompt_id, revision } = job;
    const { result, graph, withdrawal, ...changes } = patch;
    const columns = { ...changes, revision: revision + 1 };
    const changed = { ...job, ...columns };
    let isWritten = false;
    try {
      const write = async (tx: Transaction): Promise<boolean> => {
        const updated = await updateRows(tx, JobEntity, { prompt_id, revision }, columns);
        if (updated === 0) return false;
        if (isClaim(job, changed)) await this.turns.take(tx, job);
        const payload = { ...(result && { result }), ...(graph && { graph }) };
        if (result ?? graph) await updateRows(tx, JobPayloadEntity, { prompt_id }, payload);
        if (withdrawal) await insertRows(tx, JobWithdrawalEntity, [{ prompt_id, ...withdrawal }]);
        await also?.(tx, changed);
        this.gate.afterCommit(() => this.cache.setOpen(changed, payload));
        return true;
      };
      isWritten = await this.gate.run(write, { flush: needsFlush(job, changed, patch) });
      return isWritten ? changed : null;
    } finally {
      // The row has changed meanwhile, or the commit failed with an unknown outcome.
      if (!isWritten) this.cache.invalidate(prompt_id);
    }
  }

  async inPhases(phases: readonly JobPhase[]): Promise<JobRow[]> {
    return this.open().andWhere('job.phase IN (:...phases)', { phases }).getMany();
  }

  /** Open jobs per node, phase, workflow and run class; cached until a job changes. */
  load(): Promise<readonly JobLoad[]> {
    return this.cachedLoad();
  }

  /** Open jobs on or for this node, `limit` of them at most. */
  async ofNode(provider: string, limit: number): Promise<JobRow[]> {
    return this.openOn([provider], OPEN).limit(limit).getMany();
  }

  /** Internal ids of the owners of open jobs on or for this node; `null` for jobs without an owner. */
  async ownersOnNode(provider: string): Promise<readonly (string | null)[]> {
    const rows = await this.openOn([provider], OPEN)
      .select('DISTINCT job.owner_id', 'owner_id')
      .getRawMany<{ owner_id: string | null }>();
    return rows.map(({ owner_id }) => owner_id);
  }

  /** Jobs that may move to another node, in the order of their ids: `limit` of those after `after`. */
  async movable(
    { unsubmittedOn, submittedOn }: NodesToLeave,
    { after, limit }: { readonly after: string; readonly limit: number },
  ): Promise<JobRow[]> {
    const away = [...new Set([...unsubmittedOn, ...submittedOn])];
    if (away.length === 0) return [];
    return (
      this.openOn(away, [...UNSUBMITTED, ...SUBMITTED])
        .andWhere('job.provider_auto = :auto AND job.prompt_id > :after', { auto: true, after })
        // Two negated conditions instead of one with OR: for OR, both databases read all jobs of the nodes.
        .andWhere(
          'NOT (job.phase IN (:...unsubmitted) AND job.provider NOT IN (:...unsubmittedOn))',
          {
            unsubmitted: UNSUBMITTED,
            unsubmittedOn: orNone(unsubmittedOn),
          },
        )
        .andWhere(
          'NOT (job.phase IN (:...submitted) AND ' +
            '(job.provider NOT IN (:...submittedOn) OR job.moves >= :maxMoves))',
          { submitted: SUBMITTED, submittedOn: orNone(submittedOn), maxMoves: MAX_MOVES },
        )
        .orderBy('job.prompt_id')
        .limit(limit)
        .getMany()
    );
  }

  /** Is the node of any open job recorded as missing from the configuration? */
  async anyProviderGone(): Promise<boolean> {
    return (await this.open().andWhere('job.provider_gone_since IS NOT NULL').getCount()) > 0;
  }

  /**
   * Records since when the nodes of open jobs are missing from the configuration, and clears it for those that are back.
   * No other change touches that column, so this makes no new revision.
   */
  async noteProvidersGone(configured: readonly string[], now: number): Promise<void> {
    const isConfigured = configured.length > 0 ? 'provider IN (:...configured)' : '1 = 0';
    await this.gate.run(async (tx) => {
      const update = (since: number | null) =>
        tx.createQueryBuilder().update(JobEntity).set({ provider_gone_since: since });
      await update(now)
        .where("phase <> 'done' AND provider_gone_since IS NULL")
        .andWhere(`NOT (${isConfigured})`, { configured })
        .execute();
      await update(null)
        .where("phase <> 'done' AND phase IN (:...open)", { open: OPEN })
        .andWhere(`provider_gone_since IS NOT NULL AND ${isConfigured}`, { configured })
        .execute();
    });
  }

  /** Open jobs whose node has been missing since `since` or longer. Milliseconds since 1970. */
  async goneSince(since: number): Promise<JobRow[]> {
    return this.open().andWhere('job.provider_gone_since <= :since', { since }).getMany();
  }

  private async count(): Promise<JobLoad[]> {
    const rows =
      await this.read.manager.query<(Omit<JobLoad, 'count'> & { count: string | number })[]>(LOAD);
    return rows.map((row) => ({ ...row, count: Number(row.count) }));
  }

  private openOn(providers: readonly string[], phases: readonly JobPhase[]) {
    // A list of phases makes SQLite use the index of open jobs instead of reading all jobs of the nodes.
    return this.open().andWhere('job.phase IN (:...phases) AND job.provider IN (:...providers)', {
      phases,
      providers,
    });
  }

  /** Open jobs only, from the partial index: most jobs are finished. */
  private open() {
    return this.read.manager.createQueryBuilder(JobEntity, 'job').where("job.phase <> 'done'");
  }
}

const LOAD = `
  SELECT provider, phase, workflow, run_class, COUNT(*) AS count FROM jobs WHERE phase <> 'done'
  GROUP BY provider, phase, workflow, run_class`;

/** Does this change take the job from our queue to its node? */
const isClaim = (before: JobRow, after: JobRow): boolean =>
  before.phase === 'waiting' && (after.phase === 'staging' || after.phase === 'handing_over');

/**
 * Before a submission, because a job that is submitted twice runs twice; when it leaves a node; at its end, because a node
 * may forget it then. Everything between is looked up on the node again.
 */
const needsFlush = (before: JobRow, after: JobRow, { withdrawal }: JobPatch): boolean =>
  after.phase === 'handing_over' ||
  withdrawal !== undefined ||
  isFinal(before.status) !== isFinal(after.status);

/** `IN ()` is invalid SQL, so an empty list becomes one with an id that no node has. */
const orNone = (ids: readonly string[]): readonly string[] => (ids.length > 0 ? ids : ['']);
