import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

/** What the jobs of one owner wait in: `priority` comes before the age. */
const waitingIndex = (...order: readonly string[]): string =>
  `CREATE INDEX jobs_waiting ON jobs (provider, COALESCE(owner_id, ''), ${order.join(', ')}) ` +
  "WHERE phase = 'waiting'";

/**
 * The priority of jobs, and the batch that made them. Columns are added in raw SQL, because the builder would rebuild
 * SQLite's table without its index over an expression.
 */
export class JobPriorities0009 implements MigrationInterface {
  readonly name = 'JobPriorities0000000000009';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE jobs ADD COLUMN batch_id text');
    await runner.query('ALTER TABLE jobs ADD COLUMN batch_index bigint');
    await runner.query('ALTER TABLE jobs ADD COLUMN priority bigint NOT NULL DEFAULT 1');
    await runner.query('DROP INDEX jobs_waiting');
    await runner.query(waitingIndex('priority', 'created_at', 'prompt_id'));
    await runner.createIndex(
      'jobs',
      new TableIndex({
        name: 'jobs_of_batch',
        columnNames: ['batch_id', 'batch_index'],
        isUnique: true,
        where: 'batch_id IS NOT NULL',
      }),
    );
    await runner.createIndex(
      'jobs',
      new TableIndex({
        name: 'jobs_of_batch_by_status',
        columnNames: ['batch_id', 'status'],
        where: 'batch_id IS NOT NULL',
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of ['jobs_of_batch_by_status', 'jobs_of_batch', 'jobs_waiting'])
      await runner.query(`DROP INDEX ${index}`);
    for (const column of ['priority', 'batch_index', 'batch_id'])
      await runner.query(`ALTER TABLE jobs DROP COLUMN ${column}`);
    await runner.query(waitingIndex('created_at', 'prompt_id'));
  }
}
