import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const TABLE = 'webhook_deliveries';
const BY_WEBHOOK = {
  name: 'webhook_deliveries_by_webhook',
  columnNames: ['webhook_id', 'created_at', 'id'],
};
const BY_LANE = {
  name: 'webhook_deliveries_by_lane',
  columnNames: ['webhook_id', 'status', 'lane', 'position'],
};

/** The size of deliveries, also in the indices, so that sizes are added up without reading the stored events. */
export class DeliverySizes0047 implements MigrationInterface {
  readonly name = 'DeliverySizes0000000000047';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE ${TABLE} ADD COLUMN bytes bigint NOT NULL DEFAULT 0`);
    await runner.query(`UPDATE ${TABLE} SET bytes = LENGTH(event) WHERE event IS NOT NULL`);
    await replace(runner, BY_WEBHOOK, ['status', 'bytes']);
    await replace(runner, BY_LANE, ['bytes']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await replace(runner, BY_WEBHOOK, []);
    await replace(runner, BY_LANE, []);
    await runner.query(`ALTER TABLE ${TABLE} DROP COLUMN bytes`);
  }
}

async function replace(
  runner: QueryRunner,
  { name, columnNames }: typeof BY_WEBHOOK,
  more: readonly string[],
): Promise<void> {
  await runner.dropIndex(TABLE, name);
  await runner.createIndex(TABLE, new TableIndex({ name, columnNames: [...columnNames, ...more] }));
}
