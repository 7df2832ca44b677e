import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What of a completed job could not be kept, and which outputs are previews. Columns are added in raw SQL, because the
 * builder would rebuild SQLite's table without its index over an expression.
 */
export class JobWarnings0011 implements MigrationInterface {
  readonly name = 'JobWarnings0000000000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE jobs ADD COLUMN warnings text');
    await runner.query('ALTER TABLE job_outputs ADD COLUMN folder_type text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE job_outputs DROP COLUMN folder_type');
    await runner.query('ALTER TABLE jobs DROP COLUMN warnings');
  }
}
