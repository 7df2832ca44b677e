import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';

const UPLOAD_KEY = new TableColumn({ name: 'upload_key', type: 'text', isNullable: true });
const UNIQUE = { name: 'media_by_upload', columnNames: ['upload_key'], isUnique: true };

/** Each owner's uploads are unique by content. Of copies from before only the oldest gets the key. */
export class UniqueUploads0022 implements MigrationInterface {
  readonly name = 'UniqueUploads0000000000022';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('media_assets', UPLOAD_KEY);
    await runner.query(
      `UPDATE media_assets SET upload_key = COALESCE(owner_id, '') || ' ' || sha256 FROM (
         SELECT MIN(position) AS oldest FROM media_assets WHERE source = 'uploaded' GROUP BY owner_id, sha256
       ) uploads WHERE uploads.oldest = media_assets.position`,
    );
    await runner.createIndex('media_assets', new TableIndex(UNIQUE));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('media_assets', UNIQUE.name);
    await runner.dropColumn('media_assets', UPLOAD_KEY);
  }
}
