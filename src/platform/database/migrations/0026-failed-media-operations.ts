import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How often an operation has failed, and why it ended early. The statements are written out, because TypeORM copies
 * the table on SQLite.
 */
export class FailedMediaOperations0026 implements MigrationInterface {
  readonly name = 'FailedMediaOperations0000000000026';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE media_operations ADD COLUMN failed_attempts bigint NOT NULL DEFAULT 0',
    );
    await runner.query('ALTER TABLE media_operations ADD COLUMN error_code text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE media_operations DROP COLUMN error_code');
    await runner.query('ALTER TABLE media_operations DROP COLUMN failed_attempts');
  }
}
