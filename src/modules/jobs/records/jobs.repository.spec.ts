import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource, type Logger } from 'typeorm';
import { jobRow } from '../../../../test/support/job-table';
import { type Caller, UNRESTRICTED } from '../../../platform/access/caller';
import { writeOptions } from '../../../platform/database/data-source-options';
import { row } from '../../../platform/database/row';
import { WriteGate } from '../../../platform/database/write-gate';
import { JobEntity, JobOutputEntity, JobPayloadEntity } from './job.entity';
import { OwnerTurnsRepository } from '../queue/owner-turns.repository';
import { JobsRepository } from './jobs.repository';
import { newJobRows } from '../queue/new-jobs.repository';
import { JobCache } from './job-cache';

const agent = (ownerId: string): Caller => ({ ...UNRESTRICTED, ownerId, isAdmin: false });
const rowsOf = (caller: Caller, promptId: string) =>
  newJobRows(
    caller,
    {
      promptId,
      kind: 'image',
      workflow: 'w',
      runClass: 'c',
      mode: 't2i',
      provider: 'p',
      providerAuto: false,
      graph: {},
      inputs: [],
      namePrefix: 'w',
      labels: { prompt: 'a fox', project: null, characters: [], description: '' },
      request: {},
      provenance: { models: [], loras: [], settings: {} },
    },
    '2026-01-01T00:00:00.000Z',
  );

describe('JobsRepository', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-jobs-'));
  const statements: string[] = [];
  let source: DataSource;
  let cache: JobCache;
  let jobs: JobsRepository;

  beforeAll(async () => {
    const silent = (): void => undefined;
    const logger: Logger = {
      logQuery: (query) => void statements.push(query),
      logQueryError: silent,
      logQuerySlow: silent,
      logSchemaBuild: silent,
      logMigration: silent,
      log: silent,
    };
    source = await new DataSource({
      ...writeOptions(`sqlite:${join(folder, 'jobs.sqlite')}`),
      entities: [JobEntity, JobPayloadEntity, JobOutputEntity],
      logger,
      logging: ['query'],
    }).initialize();
    cache = new JobCache();
    const read = { manager: source.manager };
    const gate = new WriteGate(source);
    jobs = new JobsRepository(gate, read, cache, new OwnerTurnsRepository(gate));
    const { waiting } = rowsOf(agent('owner'), 'theirs');
    await source.manager.insert(JobEntity, row<JobEntity>(waiting));
    cache.setOpen(waiting);
  });

  afterAll(async () => {
    await source.destroy();
    rmSync(folder, { recursive: true });
  });

  const statementsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    statements.length = 0;
    await work();
    return [...statements];
  };

  it('sends the same statement for a job of another owner and for an unknown one', async () => {
    const other = agent('other');
    const ofAnotherOwner = await statementsOf(() => jobs.findFor(other, 'theirs'));
    const unknown = await statementsOf(() => jobs.findFor(other, 'unknown'));
    expect(await jobs.findFor(other, 'theirs')).toBeNull();
    expect(ofAnotherOwner).toEqual(unknown);
    expect(unknown).toHaveLength(1);
  });

  it('reads a cached job without a statement, and any other with one', async () => {
    expect(await statementsOf(() => jobs.findFor(agent('owner'), 'theirs'))).toHaveLength(0);
    cache.invalidate('theirs');
    expect(await jobs.findFor(agent('owner'), 'theirs')).toMatchObject({ prompt_id: 'theirs' });
  });

  it('writes a change only onto the revision it was decided on', async () => {
    const before = await jobs.find('theirs');
    if (!before) throw new Error('the job is missing');
    const changes = await Promise.all([
      jobs.change(before, { status: 'cancelled', phase: 'done' }),
      jobs.change(before, { status: 'running', phase: 'on_node' }),
    ]);
    expect(changes.map((change) => change?.status ?? null)).toEqual(['cancelled', null]);
    expect(await jobs.find('theirs')).toMatchObject({ status: 'cancelled', revision: 1 });
  });

  it('finds the jobs that may leave their nodes page by page, and no others', async () => {
    const may = [
      jobRow(1, { phase: 'waiting', provider: 'away', moves: 3 }),
      jobRow(2, { phase: 'staging', provider: 'away' }),
      jobRow(3, { phase: 'on_node', provider: 'long-away', moves: 2 }),
    ].map((job) => ({ ...job, provider_auto: true }));
    const mayNot = [
      jobRow(4, { phase: 'waiting', provider: 'away', provider_auto: false }),
      jobRow(5, { phase: 'waiting', provider: 'online', provider_auto: true }),
      jobRow(6, { phase: 'on_node', provider: 'away', provider_auto: true }),
      jobRow(7, { phase: 'on_node', provider: 'long-away', provider_auto: true, moves: 3 }),
      jobRow(8, { phase: 'collecting', provider: 'long-away', provider_auto: true }),
    ];
    const ids = may.map(({ prompt_id }) => prompt_id).sort();
    await source.manager.insert(JobEntity, [...may, ...mayNot].map(row<JobEntity>));
    const nodes = { unsubmittedOn: ['away', 'long-away'], submittedOn: ['long-away'] };
    const first = await jobs.movable(nodes, { after: '', limit: 2 });
    expect(first.map(({ prompt_id }) => prompt_id)).toEqual(ids.slice(0, 2));
    const rest = await jobs.movable(nodes, { after: ids[1]!, limit: 2 });
    expect(rest.map(({ prompt_id }) => prompt_id)).toEqual(ids.slice(2));
    expect(
      await jobs.movable({ unsubmittedOn: [], submittedOn: [] }, { after: '', limit: 2 }),
    ).toEqual([]);
  });
});
