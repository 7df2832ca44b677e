import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

const text = (name: string, isNullable = false) => ({ name, type: 'text', isNullable });

/** Events of the last day, and the key of their ids. */
export class Outbox0035 implements MigrationInterface {
  readonly name = 'Outbox0000000000035';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'outbox',
        columns: [
          { name: 'position', type: 'bigint', isPrimary: true },
          text('kind'),
          text('owner_id', true),
          text('shared_with', true),
          text('prompt_id', true),
          text('data'),
          text('admin_data', true),
          text('created_at'),
        ],
        indices: [
          { name: 'outbox_by_owner', columnNames: ['owner_id', 'position'] },
          { name: 'outbox_shared', columnNames: ['position'], where: 'shared_with IS NOT NULL' },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'event_id_keys',
        columns: [{ ...text('id'), isPrimary: true }, text('key')],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('event_id_keys');
    await runner.dropTable('outbox');
  }
}
