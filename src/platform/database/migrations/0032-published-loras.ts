import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

const text = (name: string, isNullable = false) => ({ name, type: 'text', isNullable });
const integer = (name: string) => ({ name, type: 'bigint' });

/** Checkpoints of training runs that were copied to the folder of the nodes. */
export class PublishedLoras0032 implements MigrationInterface {
  readonly name = 'PublishedLoras0000000000032';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'published_loras',
        columns: [
          { ...text('name'), isPrimary: true },
          text('files'),
          text('owner_id', true),
          text('job_name'),
          text('checkpoint'),
          integer('step'),
          text('trigger_word'),
          text('base_model', true),
          integer('size_bytes'),
          text('published_at'),
        ],
        indices: [
          { name: 'published_loras_by_run', columnNames: ['job_name', 'checkpoint'] },
          { name: 'published_loras_by_trigger', columnNames: ['owner_id', 'trigger_word'] },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('published_loras');
  }
}
