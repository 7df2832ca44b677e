import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

/** The size of each owner's files together, so that no request has to add them up. */
export class OwnerBytes0018 implements MigrationInterface {
  readonly name = 'OwnerBytes0000000000018';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'media_owner_bytes',
        columns: [
          { name: 'owner_id', type: 'text', isPrimary: true },
          { name: 'bytes', type: 'bigint' },
        ],
      }),
    );
    await runner.query(
      'INSERT INTO media_owner_bytes (owner_id, bytes) SELECT owner_id, SUM(size_bytes) ' +
        'FROM media_assets WHERE owner_id IS NOT NULL GROUP BY owner_id',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('media_owner_bytes');
  }
}
