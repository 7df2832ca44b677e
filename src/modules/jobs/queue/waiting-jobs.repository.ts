import { Injectable } from '@nestjs/common';
import { ReadConnection } from '../../../platform/database/read-connection';
import type { OutlookJob } from '../records/outlook-job';
import { HANDED_OVER } from '../tracking/job-state';
import { JobCache } from '../records/job-cache';
import type { AheadKind } from '../public/jobs-ahead';
import type { WaitingOwner } from './round-robin';

/** As in the index `jobs_waiting`: jobs without an owner count as one owner's. */
const OWNER = "COALESCE(owner_id, '')";
const WAITING = "FROM jobs WHERE phase = 'waiting' AND provider = $1";

/** The last turn of the owner of a row of `table` at its node; 0 for never. */
const turn = (table: string): string =>
  'COALESCE((SELECT served.turn FROM job_turns served ' +
  `WHERE served.provider = ${table}.provider AND served.owner = ${table}.owner), 0)`;

/**
 * Answers no row if no job waits for the node, and a row without a job if jobs wait but none is due.
 *
 * Steps from owner to owner through the index, one lookup each, however many jobs each has; then takes the most
 * urgent due job of each, the oldest among equals. Least recently served owner first; among owners never served, the one who has waited longest.
 */
const NEXT = `
  WITH RECURSIVE waiting(owner) AS (
    SELECT (SELECT ${OWNER} ${WAITING} ORDER BY ${OWNER} LIMIT 1)
    UNION ALL
    SELECT (SELECT ${OWNER} ${WAITING} AND ${OWNER} > waiting.owner ORDER BY ${OWNER} LIMIT 1)
    FROM waiting WHERE waiting.owner IS NOT NULL
  ), due AS (
    SELECT $1 AS provider, waiting.owner, (
      SELECT prompt_id ${WAITING} AND ${OWNER} = waiting.owner
      AND (not_before IS NULL OR not_before <= $2 OR not_before > $3) ORDER BY priority, created_at, prompt_id LIMIT 1
    ) AS prompt_id FROM waiting
  )
  SELECT due.prompt_id FROM due WHERE due.owner IS NOT NULL
  ORDER BY due.prompt_id IS NULL, ${turn('due')},
    (SELECT created_at FROM jobs WHERE jobs.prompt_id = due.prompt_id), due.owner
  LIMIT 1`;

const TAKEN = `
  SELECT COUNT(*) AS count FROM jobs WHERE phase <> 'done' AND phase IN ('${HANDED_OVER.join("', '")}')
  AND provider = $1`;

/** Waiting jobs per node, owner and kind, with the owners in the order of {@link NEXT}. */
const QUEUES = `
  SELECT waiting.provider, waiting.owner, waiting.workflow, waiting.run_class, waiting.count FROM (
    SELECT provider, ${OWNER} AS owner, workflow, run_class, COUNT(*) AS count,
      MIN(MIN(created_at)) OVER (PARTITION BY provider, ${OWNER}) AS oldest
    FROM jobs WHERE phase = 'waiting' GROUP BY provider, ${OWNER}, workflow, run_class
  ) waiting
  ORDER BY ${turn('waiting')}, waiting.oldest, waiting.owner`;

/** Maximum delay of a job. A later time was written before the system's clock was set back, and is ignored. */
const MAX_DELAY_MS = 3_600_000;

interface QueueRow {
  readonly provider: string;
  readonly owner: string;
  readonly workflow: string;
  readonly run_class: string | null;
  readonly count: string | number;
}

const RANK = `
  SELECT COUNT(*) AS rank ${WAITING} AND ${OWNER} = $2
  AND (priority, created_at, prompt_id) < ($3, $4, $5)`;

const RANKS = `
  SELECT prompt_id, ROW_NUMBER() OVER (
    PARTITION BY provider, ${OWNER} ORDER BY priority, created_at, prompt_id
  ) - 1 AS rank FROM jobs WHERE phase = 'waiting'`;

/** An owner of waiting jobs, with their jobs per kind. */
export interface OwnerQueue extends WaitingOwner {
  readonly kinds: readonly AheadKind[];
}

type Queues = ReadonlyMap<string, readonly OwnerQueue[]>;

/** The jobs that wait for a node. */
@Injectable()
export class WaitingJobsRepository {
  /** Per node the owners of waiting jobs, next one first; cached until a job changes. */
  readonly queues: () => Promise<Queues>;
  /** As {@link rank}, of all waiting jobs; cached until a job changes. */
  readonly ranks: () => Promise<ReadonlyMap<string, number>>;
  /** Ranks of single jobs that were read since a job changed. */
  private readonly knownRanks: () => Promise<Map<string, number>>;

  constructor(
    private readonly read: ReadConnection,
    private readonly cache: JobCache,
  ) {
    this.queues = cache.untilChanged(() => this.readQueues());
    this.ranks = cache.untilChanged(() => this.readRanks());
    this.knownRanks = cache.untilChanged(() => Promise.resolve(new Map()));
  }

  /**
   * The job that is submitted to this node next: of the owner who was served longest ago, the oldest due job of the
   * highest priority. `null` when there is none.
   */
  async next(provider: string, now: number): Promise<string | null> {
    return this.cache.nextOf(provider, async () => {
      const parameters = [provider, now, now + MAX_DELAY_MS];
      const [job] = await this.read.manager.query<{ prompt_id: string | null }[]>(NEXT, parameters);
      return job?.prompt_id;
    });
  }

  /** Taken slots of the node. */
  async countHandedOver(provider: string): Promise<number> {
    const [row] = await this.read.manager.query<{ count: string | number }[]>(TAKEN, [provider]);
    return Number(row?.count);
  }

  /** How many jobs of the same owner go before this waiting job; cached until a job changes. */
  async rank(job: OutlookJob): Promise<number> {
    const known = await this.knownRanks();
    const rank = known.get(job.prompt_id) ?? (await this.readRank(job));
    known.set(job.prompt_id, rank);
    return rank;
  }

  private async readRank({
    provider,
    owner_id,
    priority,
    created_at,
    prompt_id,
  }: OutlookJob): Promise<number> {
    const [result] = await this.read.manager.query<{ rank: string | number }[]>(RANK, [
      provider,
      owner_id ?? '',
      priority,
      created_at,
      prompt_id,
    ]);
    return Number(result?.rank ?? 0);
  }

  private async readRanks(): Promise<ReadonlyMap<string, number>> {
    const rows =
      await this.read.manager.query<{ prompt_id: string; rank: string | number }[]>(RANKS);
    return new Map(rows.map(({ prompt_id, rank }) => [prompt_id, Number(rank)]));
  }

  private async readQueues(): Promise<Queues> {
    const rows = await this.read.manager.query<QueueRow[]>(QUEUES);
    const queues = new Map<string, OwnerQueue[]>();
    for (const { provider, owner, workflow, run_class: runClass, count } of rows) {
      const queue = queues.get(provider) ?? [];
      queues.set(provider, queue);
      const jobs = Number(count);
      // Rows of one owner are adjacent.
      const before = queue.at(-1)?.owner === owner ? queue.pop() : undefined;
      queue.push({
        owner,
        count: (before?.count ?? 0) + jobs,
        kinds: [...(before?.kinds ?? []), { workflow, runClass, jobs }],
      });
    }
    return queues;
  }
}
