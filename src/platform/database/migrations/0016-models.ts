import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

const id = (name: string) => ({ name, type: 'text', isPrimary: true });
const text = (name: string, isNullable = false) => ({ name, type: 'text', isNullable });

/** What admins say about model files, and when each owner last used one. */
export class Models0016 implements MigrationInterface {
  readonly name = 'Models0000000000016';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'model_notes',
        columns: [
          id('folder'),
          id('name'),
          text('title', true),
          text('triggers', true),
          text('preview', true),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'model_uses',
        columns: [id('owner'), id('name'), text('last_used_at')],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('model_uses');
    await runner.dropTable('model_notes');
  }
}
