import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const INDEX = {
  name: 'media_without_look',
  columnNames: ['position'],
  where: 'placeholder IS NULL',
};

/** Finds the assets whose placeholder and perceptual hash have still to be made. */
export class MediaWithoutLook0024 implements MigrationInterface {
  readonly name = 'MediaWithoutLook0000000000024';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createIndex('media_assets', new TableIndex(INDEX));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('media_assets', INDEX.name);
  }
}
