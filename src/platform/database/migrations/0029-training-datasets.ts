import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

const text = (name: string, isNullable = false) => ({ name, type: 'text', isNullable });

/** Datasets of training runs. */
export class TrainingDatasets0029 implements MigrationInterface {
  readonly name = 'TrainingDatasets0000000000029';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'training_datasets',
        columns: [
          { ...text('id'), isPrimary: true },
          text('owner_id', true),
          text('name'),
          text('description'),
          text('source'),
          text('created_at'),
        ],
        indices: [
          { name: 'training_datasets_by_time', columnNames: ['created_at', 'id'] },
          {
            name: 'training_datasets_by_owner',
            columnNames: ['owner_id', 'created_at', 'id'],
          },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('training_datasets');
  }
}
