import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

/** Requests that were sent with an `Idempotency-Key`. */
export class Idempotency0002 implements MigrationInterface {
  readonly name = 'Idempotency0000000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'idempotency_keys',
        columns: [
          { name: 'caller', type: 'text', isPrimary: true },
          { name: 'key', type: 'text', isPrimary: true },
          { name: 'fingerprint', type: 'text' },
          { name: 'subject', type: 'text' },
          { name: 'response', type: 'text', isNullable: true },
          { name: 'created_at', type: 'text' },
        ],
        indices: [{ name: 'idempotency_keys_by_time', columnNames: ['created_at'] }],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('idempotency_keys');
  }
}
