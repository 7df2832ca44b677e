import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

/**
 * Jobs that move away from a node which doesn't answer. The job's column is added in plain words, because the builder
 * rebuilds SQLite's table without its index over an expression.
 */
export class JobMoves0010 implements MigrationInterface {
  readonly name = 'JobMoves0000000000010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE jobs ADD COLUMN moves bigint NOT NULL DEFAULT 0');
    await runner.createTable(
      new Table({
        name: 'job_withdrawals',
        columns: [
          { name: 'prompt_id', type: 'text', isPrimary: true },
          { name: 'provider', type: 'text', isPrimary: true },
          { name: 'address', type: 'text' },
          { name: 'created_at', type: 'bigint' },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('job_withdrawals');
    await runner.query('ALTER TABLE jobs DROP COLUMN moves');
  }
}
