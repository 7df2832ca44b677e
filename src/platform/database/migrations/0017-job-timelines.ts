import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a job entered each of its phases. In raw SQL, so that SQLite's table keeps its index over an expression. */
export class JobTimelines0017 implements MigrationInterface {
  readonly name = 'JobTimelines0000000000017';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE jobs ADD COLUMN timeline text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE jobs DROP COLUMN timeline');
  }
}
