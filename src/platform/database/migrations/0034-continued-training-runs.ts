import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';

const RESUMED_FROM = new TableColumn({ name: 'resumed_from', type: 'bigint', isNullable: true });

/** Training runs that continue from their last save. */
export class ContinuedTrainingRuns0034 implements MigrationInterface {
  readonly name = 'ContinuedTrainingRuns0000000000034';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('training_runs', RESUMED_FROM);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('training_runs', RESUMED_FROM);
  }
}
