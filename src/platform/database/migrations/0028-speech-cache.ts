import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

const text = (name: string, isPrimary = false) => ({ name, type: 'text', isPrimary });

/** Which recordings stand for which texts. */
export class SpeechCache0028 implements MigrationInterface {
  readonly name = 'SpeechCache0000000000028';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'speech_cache',
        columns: [text('owner_id', true), text('hash', true), text('path'), text('created_at')],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('speech_cache');
  }
}
