import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const INDEX = {
  name: 'unrendered_media',
  columnNames: ['position'],
  where: 'placeholder IS NULL',
};

/** An index of the assets that have no placeholder and no perceptual hash yet. */
export class UnrenderedMedia0024 implements MigrationInterface {
  readonly name = 'UnrenderedMedia0000000000024';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createIndex('media_assets', new TableIndex(INDEX));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('media_assets', INDEX.name);
  }
}
