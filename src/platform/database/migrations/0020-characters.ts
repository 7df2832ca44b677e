import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

const text = (name: string, isNullable = false) => ({ name, type: 'text', isNullable });

/** Characters. */
export class Characters0020 implements MigrationInterface {
  readonly name = 'Characters0000000000020';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'characters',
        columns: [
          { ...text('id'), isPrimary: true },
          text('owner_id', true),
          text('name'),
          text('kind'),
          text('category'),
          text('trigger'),
          text('description'),
          text('base_prompt'),
          text('source_images'),
          text('loras'),
          text('voice', true),
          text('defaults'),
          text('metadata'),
          text('folded'),
          text('created_at'),
          text('updated_at'),
        ],
        indices: [
          { name: 'characters_by_time', columnNames: ['created_at', 'id'] },
          { name: 'characters_by_category', columnNames: ['category', 'created_at', 'id'] },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('characters');
  }
}
