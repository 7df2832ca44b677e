import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

/** The size of files that are not media, but count against the storage limit of their owner. */
export class OwnerOtherBytes0045 implements MigrationInterface {
  readonly name = 'OwnerOtherBytes0000000000045';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'owner_other_bytes',
        columns: [
          { name: 'source', type: 'text', isPrimary: true },
          { name: 'owner_id', type: 'text' },
          { name: 'bytes', type: 'bigint' },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('owner_other_bytes');
  }
}
