import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

const text = (name: string, isNullable = false) => ({ name, type: 'text', isNullable });

/** Collections of media. */
export class Collections0021 implements MigrationInterface {
  readonly name = 'Collections0000000000021';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'collections',
        columns: [
          { ...text('id'), isPrimary: true },
          text('owner_id', true),
          text('name'),
          text('kind'),
          text('filter', true),
          text('created_at'),
          text('updated_at'),
          text('deleted_at', true),
        ],
        indices: [
          { name: 'collections_by_time', columnNames: ['created_at', 'id'] },
          { name: 'collections_by_owner', columnNames: ['owner_id', 'created_at', 'id'] },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('collections');
  }
}
