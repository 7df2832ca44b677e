import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';

const ERROR_CODE = new TableColumn({ name: 'error_code', type: 'text', isNullable: true });

/** Why a training run could not be started, as a code. */
export class TrainingErrorCode0046 implements MigrationInterface {
  readonly name = 'TrainingErrorCode0000000000046';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('training_runs', ERROR_CODE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('training_runs', ERROR_CODE);
  }
}
