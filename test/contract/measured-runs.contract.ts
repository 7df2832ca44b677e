import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { MeasuredRunsEntity } from '../../src/modules/workflows/run-times/measured-runs.entity';
import {
  MAX_RUNS,
  MeasuredRunsRepository,
} from '../../src/modules/workflows/run-times/measured-runs.repository';
import { writeOptions } from '../../src/platform/database/data-source-options';
import { MIGRATIONS } from '../../src/platform/database/migrations';
import { RunClasses0008 } from '../../src/platform/database/migrations/0008-run-classes';
import { row } from '../../src/platform/database/row';
import { WriteGate } from '../../src/platform/database/write-gate';
import { describeWith } from '../support/required-programs';
import type { Statement } from '../support/job-table';
import { startPostgres, type PostgresServer } from '../support/postgres';
import { plansOf } from '../support/query-plan';

/** As many classes as a large install has. */
const ROWS = 8_000;
const OF = { workflow: 'workflow-7', provider: 'node-3', run_class: 'abcdefabcdef.0.4' };

const suite = (freshUrl: () => string): void => {
  let source: DataSource;
  const sent: Statement[] = [];

  async function open(url: string): Promise<MeasuredRunsRepository> {
    const silent = (): void => undefined;
    source = await new DataSource({
      ...writeOptions(url),
      entities: [MeasuredRunsEntity],
      logging: ['query'],
      logger: {
        logQuery: (sql, parameters = []) => void sent.push({ sql, parameters }),
        logQueryError: silent,
        logQuerySlow: silent,
        logSchemaBuild: silent,
        logMigration: silent,
        log: silent,
      },
    }).initialize();
    return new MeasuredRunsRepository(new WriteGate(source), { manager: source.manager });
  }
  afterEach(() => source.destroy());

  it('are found by their key, however many there are', async () => {
    const repository = await open(freshUrl());
    const rows = Array.from({ length: ROWS }, (_, n) => ({
      workflow: `workflow-${n % 100}`,
      provider: `node-${Math.floor(n / 100) % 10}`,
      run_class: `abcdefabcdef.${Math.floor(n / 1_000)}.4`,
      runs: [{ seconds: 1 }],
      last_run_at: n,
    }));
    for (let at = 0; at < ROWS; at += 500)
      await source.manager.insert(
        MeasuredRunsEntity,
        rows.slice(at, at + 500).map((one) => row<MeasuredRunsEntity>(one)),
      );
    if (source.options.type === 'postgres') await source.query('ANALYZE');
    sent.length = 0;
    const dropped: (readonly string[])[] = [];
    for (const run_class of [OF.run_class, 'abcdefabcdef.9.9'])
      await repository.add({ ...OF, run_class }, [{ seconds: 2 }], 9_000, (change) => {
        dropped.push(change.dropped);
      });
    await repository.deleteOf('workflow-8');
    const plans = await plansOf(source, [...sent]);
    expect(plans.length).toBeGreaterThan(3);
    expect(plans.flatMap(({ scanned }) => scanned)).toEqual([]);
    // The ninth class of the pair takes the place of the one that ran longest ago.
    expect(dropped).toEqual([[], ['abcdefabcdef.1.4']]);
  });

  /** Undoes the migration of the run classes and all later ones. */
  async function undoRunClasses(): Promise<void> {
    const count = MIGRATIONS.length - MIGRATIONS.indexOf(RunClasses0008);
    for (let undone = 0; undone < count; undone += 1)
      await source.undoLastMigration({ transaction: 'each' });
  }

  it('are taken over from the ring of old, as runs of no class', async () => {
    const repository = await open(freshUrl());
    await undoRunClasses();
    for (let n = 0; n < 50; n += 1)
      await source.query('INSERT INTO workflow_run_times VALUES ($1, $2, $3, $4, $5)', [
        ...['w', 'a', (n + 7) % 50, n + 7, n + 0.5],
      ]);
    await source.query("INSERT INTO workflow_run_times VALUES ('w', 'b', 0, 0, 3)");
    await source.runMigrations({ transaction: 'each' });
    const stored = await repository.newest(10);
    const seconds = (provider: string) =>
      stored
        .find(({ key: of }) => of.provider === provider)
        ?.stored.runs()
        .map((run) => run.seconds);
    expect(stored.map(({ key: of, stored: kept }) => [of.run_class, kept.lastRunAt])).toEqual([
      ['', 0],
      ['', 0],
    ]);
    expect(seconds('a')).toEqual(Array.from({ length: MAX_RUNS }, (_, n) => n + 20.5));
    expect(seconds('b')).toEqual([3]);
    await undoRunClasses();
    const [{ count }] = await source.query('SELECT COUNT(*) AS count FROM workflow_run_times');
    expect(Number(count)).toBe(MAX_RUNS + 1);
  });
};

describe('measured runs on SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-runs-'));
  let count = 0;
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  suite(() => `sqlite:${join(folder, `${(count += 1)}.sqlite`)}`);
});

describeWith('postgres', 'measured runs on PostgreSQL', () => {
  let server: PostgresServer;
  let count = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());
  suite(() => server.createDatabase(`runs_${(count += 1)}`));
});
