import { DataSource, type Logger } from 'typeorm';
import {
  type NewJobRows,
  NewJobsRepository,
} from '../../src/modules/jobs/queue/new-jobs.repository';
import {
  JobCharacterEntity,
  JobEntity,
  JobOutputEntity,
  type JobOutputRow,
  JobPayloadEntity,
  type JobPayloadRow,
  type JobRow,
  JobTextEntity,
  JobTurnEntity,
} from '../../src/modules/jobs/records/job.entity';
import { WaitingJobsRepository } from '../../src/modules/jobs/queue/waiting-jobs.repository';
import { OwnerTurnsRepository } from '../../src/modules/jobs/queue/owner-turns.repository';
import { JobListRepository } from '../../src/modules/jobs/records/job-list.repository';
import { JobOutputsRepository } from '../../src/modules/jobs/records/job-outputs.repository';
import { JobsRepository } from '../../src/modules/jobs/records/jobs.repository';
import { JobCache } from '../../src/modules/jobs/records/job-cache';
import { QueuePositionsService } from '../../src/modules/jobs/queue/queue-positions.service';
import { OwnerNames } from '../../src/platform/access/owner-names';
import { writeOptions } from '../../src/platform/database/data-source-options';
import { row } from '../../src/platform/database/row';
import {
  BoundedReads,
  type Statement as BoundedStatement,
} from '../../src/platform/database/bounded-reads';
import { WriteGate } from '../../src/platform/database/write-gate';
import { IdempotencyClaims } from '../../src/platform/http/idempotency-claims';
import { IdempotencyKeyEntity } from '../../src/platform/http/idempotency-key.entity';
import { IdempotencyRepository } from '../../src/platform/http/idempotency.repository';

/** A statement as the driver got it. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

const CHUNK = 500;
/** The time limit of searches. */
const BOUNDED_MS = 200;
const FIRST = Date.parse('2026-01-01T00:00:00.000Z');

/** Records statements, because on SQLite they don't go through the data source. */
class RecordingReads extends BoundedReads {
  constructor(
    private readonly source: DataSource,
    private readonly sent: Statement[],
  ) {
    super(source, BOUNDED_MS);
  }

  override async rows<T>(turnOwner: string, statement: BoundedStatement): Promise<T[]> {
    const { driver } = this.source;
    const [sql, parameters] = driver.escapeQueryWithParameters(
      statement.sql,
      { ...statement.parameters },
      {},
    );
    this.sent.push({ sql, parameters });
    return super.rows<T>(turnOwner, statement);
  }
}

/** The real repositories of jobs on a database of their own. Records every statement that they send. */
export class JobTable {
  private readonly cache = new JobCache();
  readonly jobs: JobsRepository;
  readonly lists: JobListRepository;
  readonly outputs: JobOutputsRepository;
  readonly newJobs: NewJobsRepository;
  readonly queues: WaitingJobsRepository;
  readonly positions: QueuePositionsService;
  readonly bounded: BoundedReads;

  private constructor(
    readonly source: DataSource,
    private readonly sent: Statement[],
  ) {
    this.bounded = new RecordingReads(source, sent);
    const gate = new WriteGate(source);
    const claims = new IdempotencyClaims(new IdempotencyRepository(gate, source));
    const turns = new OwnerTurnsRepository(gate);
    this.jobs = new JobsRepository(gate, source, this.cache, turns);
    this.lists = new JobListRepository(source, this.bounded, new OwnerNames());
    this.outputs = new JobOutputsRepository(gate, source);
    this.newJobs = new NewJobsRepository(gate, claims, this.cache, turns);
    this.queues = new WaitingJobsRepository(source, this.cache);
    this.positions = new QueuePositionsService(this.jobs, this.queues);
  }

  static async open(url: string): Promise<JobTable> {
    const sent: Statement[] = [];
    const source = new DataSource({
      ...writeOptions(url),
      entities: [
        JobEntity,
        JobPayloadEntity,
        JobOutputEntity,
        JobCharacterEntity,
        JobTextEntity,
        JobTurnEntity,
        IdempotencyKeyEntity,
      ],
      logger: recordingLogger(sent),
      logging: ['query'],
    });
    return new JobTable(await source.initialize(), sent);
  }

  async close(): Promise<void> {
    await this.bounded.onApplicationShutdown();
    await this.source.destroy();
  }

  /** The statements that `work` sends. */
  async statementsOf(work: (table: this) => Promise<unknown>): Promise<Statement[]> {
    this.sent.length = 0;
    await work(this);
    return [...this.sent];
  }

  /** Inserts finished jobs without the repositories. */
  async fill(jobs: readonly JobRow[]): Promise<void> {
    const { manager } = this.source;
    for (let at = 0; at < jobs.length; at += CHUNK) {
      const chunk = jobs.slice(at, at + CHUNK);
      const ids = chunk.map(({ prompt_id }) => prompt_id);
      await manager.insert(JobEntity, chunk.map(row<JobEntity>));
      await manager.insert(
        JobPayloadEntity,
        ids.map((id) => row<JobPayloadEntity>(payloadRow(id))),
      );
      await manager.insert(JobOutputEntity, ids.map(outputRow));
    }
  }

  /** Duplicates the rows of finished jobs, except for the rare ones; the new ids begin with `mark`. */
  async duplicateFinished(mark: string): Promise<void> {
    const names = this.source.getMetadata(JobEntity).columns.map((column) => column.databaseName);
    const copied = names.map((name) => (name === 'prompt_id' ? `'${mark}' || prompt_id` : name));
    await this.source.query(
      `INSERT INTO jobs (${names.join()}) SELECT ${copied.join()} FROM jobs ` +
        "WHERE phase = 'done' AND workflow <> 'rare'",
    );
  }

  async waiting(provider: string): Promise<JobRow[]> {
    return this.source.manager.findBy(JobEntity, { provider, phase: 'waiting' });
  }

  /** Inserts turns of owners without waiting jobs. */
  async insertTurns(provider: string, count: number): Promise<void> {
    const rows = Array.from({ length: count }, (_, n) => ({ provider, owner: `o${n}`, turn: n }));
    for (let at = 0; at < count; at += CHUNK)
      await this.source.manager.insert(JobTurnEntity, rows.slice(at, at + CHUNK));
  }
}

/** The `n`th job, made a second after the one before; finished unless `rest` says otherwise. */
export function jobRow(n: number, rest: Partial<JobRow> = {}): JobRow {
  const at = FIRST + n * 1000;
  return {
    prompt_id: `${(Math.imul(n, 2_654_435_761) >>> 0).toString(16).padStart(8, '0')}-${n}`,
    owner_id: `owner-${n % 8}`,
    kind: 'image',
    workflow: `workflow-${n % 5}`,
    run_class: `00000000000${n % 2}.0.4`,
    mode: 't2i',
    provider: `node-${n % 3}`,
    provider_auto: false,
    status: n % 5 === 0 ? 'failed' : 'completed',
    phase: 'done',
    prompt: 'a lighthouse on a cliff at dusk',
    name_prefix: 'lighthouse',
    batch_id: null,
    batch_index: null,
    priority: 1,
    project: n % 4 === 0 ? `project-${n % 20}` : null,
    description: '',
    characters: [],
    models: ['sd_xl_base_1.0.safetensors'],
    loras: [],
    settings: { width: 1024, height: 1024, steps: 30, seed: n },
    attempts: 1,
    losses: 0,
    moves: 0,
    uncertain: false,
    handed_over_at: at,
    absent_since: null,
    accepted_at: at,
    started_at: at,
    finished_at: at + 9000,
    not_before: null,
    provider_gone_since: null,
    number: n,
    node_errors: null,
    error: null,
    timeline: null,
    warnings: null,
    revision: 4,
    created_at: new Date(at).toISOString(),
    ...rest,
  };
}

/** The rows of a new job. */
export function newJob(n: number, rest: Partial<JobRow> = {}): NewJobRows {
  const waiting = jobRow(n, { status: 'queued', phase: 'waiting', revision: 0, ...rest });
  return {
    waiting,
    claimed: { ...waiting, phase: 'handing_over', attempts: 1 },
    payload: payloadRow(waiting.prompt_id),
  };
}

const payloadRow = (prompt_id: string): JobPayloadRow => ({
  prompt_id,
  graph: {},
  request: {},
  inputs: [],
  result: null,
});

const outputRow = (prompt_id: string): JobOutputRow => ({
  prompt_id,
  position: 0,
  type: 'image',
  filename: 'lighthouse.png',
  path: `${prompt_id}.png`,
  text: null,
  width: 1024,
  height: 1024,
  duration: null,
  folder_type: null,
});

export function recordingLogger(sent: Statement[]): Logger {
  const silent = (): void => undefined;
  return {
    logQuery: (sql, parameters = []) => void sent.push({ sql, parameters }),
    logQueryError: silent,
    logQuerySlow: silent,
    logSchemaBuild: silent,
    logMigration: silent,
    log: silent,
  };
}
