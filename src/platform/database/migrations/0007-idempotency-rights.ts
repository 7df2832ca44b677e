import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';

/** The version of the caller's rights with which a request was answered; null in older rows. */
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
