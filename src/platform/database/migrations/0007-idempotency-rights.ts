import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';

/** With which rights a request was answered. Rows from before don't know. */
export class IdempotencyRights0007 implements MigrationInterface {
  readonly name = 'IdempotencyRights0000000000007';

  async up(runner: QueryRunner): Promise<void> {
    const version = new TableColumn({ name: 'version', type: 'bigint', isNullable: true });
    await runner.addColumn('idempotency_keys', version);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('idempotency_keys', 'version');
  }
}
