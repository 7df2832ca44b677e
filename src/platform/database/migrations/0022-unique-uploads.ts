import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const UNIQUE = { name: 'media_by_upload', columnNames: ['upload_key'], isUnique: true };

/**
 * Each owner's uploads are unique by content. Of copies from before only the oldest gets the key.
 * The statements are written out, because TypeORM copies the table on SQLite and leaves out its index by name.
 */
export class UniqueUploads0022 implements MigrationInterface {
  readonly name = 'UniqueUploads0000000000022';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE media_assets ADD COLUMN upload_key text');
    await runner.query(
      `UPDATE media_assets SET upload_key = COALESCE(owner_id, '') || ' ' || sha256 FROM (
         SELECT MIN(position) AS oldest FROM media_assets WHERE source = 'uploaded' GROUP BY owner_id, sha256
       ) uploads WHERE uploads.oldest = media_assets.position`,
    );
    await runner.createIndex('media_assets', new TableIndex(UNIQUE));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('media_assets', UNIQUE.name);
    await runner.query('ALTER TABLE media_assets DROP COLUMN upload_key');
  }
}
