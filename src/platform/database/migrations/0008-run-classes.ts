import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

/** A run as {@link WorkflowRunTimes0003} stored it. */
interface Slot {
  readonly workflow: string;
  readonly provider: string;
  readonly seconds: number;
}

/** A row of the table that this migration makes. */
interface Runs {
  readonly workflow: string;
  readonly provider: string;
  readonly runs: string;
}

const ids = (...names: readonly string[]) =>
  names.map((name) => ({ name, type: 'text', isPrimary: true }));

/**
 * Measured runs by run class, one row for each class of a workflow on a node; jobs store their class. Earlier runs get the
 * empty class. The column of `jobs` is added with raw SQL, because the schema builder would rebuild SQLite's table
 * without its index over an expression.
 */
export class RunClasses0008 implements MigrationInterface {
  readonly name = 'RunClasses0000000000008';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'workflow_runs',
        columns: [
          ...ids('workflow', 'provider', 'run_class'),
          { name: 'runs', type: 'text' },
          { name: 'last_run_at', type: 'bigint' },
        ],
      }),
    );
    const slots = (await runner.query(
      'SELECT workflow, provider, seconds FROM workflow_run_times ORDER BY workflow, provider, sequence',
    )) as readonly Slot[];
    for (const [key, runTimes] of grouped(slots)) {
      const runs = JSON.stringify(runTimes.slice(-30).map((seconds) => ({ seconds })));
      await runner.query(
        "INSERT INTO workflow_runs (workflow, provider, run_class, runs, last_run_at) VALUES ($1, $2, '', $3, 0)",
        [...(JSON.parse(key) as string[]), runs],
      );
    }
    await runner.dropTable('workflow_run_times');
    await runner.query('ALTER TABLE jobs ADD COLUMN run_class text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE jobs DROP COLUMN run_class');
    await runner.createTable(
      new Table({
        name: 'workflow_run_times',
        columns: [
          ...ids('workflow', 'provider'),
          { name: 'slot', type: 'integer', isPrimary: true },
          { name: 'sequence', type: 'bigint' },
          { name: 'seconds', type: 'double precision' },
        ],
      }),
    );
    const rows = (await runner.query(
      'SELECT workflow, provider, runs FROM workflow_runs ORDER BY last_run_at',
    )) as readonly Runs[];
    const slots = rows.flatMap(({ runs, ...identity }) =>
      (JSON.parse(runs) as readonly { seconds: number }[]).map(({ seconds }) => ({
        ...identity,
        seconds,
      })),
    );
    for (const [key, runTimes] of grouped(slots)) {
      for (const [slot, seconds] of runTimes.slice(-50).entries())
        await runner.query('INSERT INTO workflow_run_times VALUES ($1, $2, $3, $4, $5)', [
          ...(JSON.parse(key) as string[]),
          slot,
          slot,
          seconds,
        ]);
    }
    await runner.dropTable('workflow_runs');
  }
}

/** Seconds by workflow and node, in the order of the rows. */
function grouped(slots: readonly Slot[]): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>();
  for (const { workflow, provider, seconds } of slots) {
    const key = JSON.stringify([workflow, provider]);
    groups.set(key, [...(groups.get(key) ?? []), seconds]);
  }
  return groups;
}
