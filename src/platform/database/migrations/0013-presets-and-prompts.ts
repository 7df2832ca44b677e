import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

const text = (name: string, isNullable = false) => ({ name, type: 'text', isNullable });

/** Presets, and the prompts that owners have used. */
export class PresetsAndPrompts0013 implements MigrationInterface {
  readonly name = 'PresetsAndPrompts0000000000013';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'presets',
        columns: [
          { ...text('id'), isPrimary: true },
          text('owner_id', true),
          text('name'),
          text('workflow'),
          text('values'),
          text('created_at'),
          text('updated_at'),
        ],
        indices: [
          { name: 'presets_by_time', columnNames: ['created_at', 'id'] },
          { name: 'presets_by_owner', columnNames: ['owner_id', 'created_at', 'id'] },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'earlier_prompts',
        columns: [
          { ...text('owner'), isPrimary: true },
          { ...text('hash'), isPrimary: true },
          text('prompt'),
          text('folded'),
          text('last_used_at'),
        ],
        indices: [
          { name: 'earlier_prompts_by_time', columnNames: ['owner', 'last_used_at', 'hash'] },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('earlier_prompts');
    await runner.dropTable('presets');
  }
}
