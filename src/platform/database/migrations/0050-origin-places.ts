import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The order of what an asset was made from, such as the cells of a contact sheet; until now by path. */
export class OriginPlaces0050 implements MigrationInterface {
  readonly name = 'OriginPlaces0000000000050';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE media_origins ADD COLUMN place bigint NOT NULL DEFAULT 0');
    await runner.query(
      'UPDATE media_origins SET place = (SELECT count(*) FROM media_origins AS other ' +
        'WHERE other.position = media_origins.position AND other.origin < media_origins.origin)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE media_origins DROP COLUMN place');
  }
}
