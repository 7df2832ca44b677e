import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const INDEX = 'media_assets_for_training';

/** Finds the media that people have included in training datasets. */
export class TrainingMedia0033 implements MigrationInterface {
  readonly name = 'TrainingMedia0000000000033';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createIndex(
      'media_assets',
      new TableIndex({
        name: INDEX,
        columnNames: ['position'],
        where: 'included_in_training_dataset',
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('media_assets', INDEX);
  }
}
