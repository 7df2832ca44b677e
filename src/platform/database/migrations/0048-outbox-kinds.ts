import { type MigrationInterface, type QueryRunner, TableIndex } from 'typeorm';

const NAME = 'outbox_by_owner';
const COLUMNS = ['owner_id', 'position'];

/** The kind in the index of an owner's events, so that events of other kinds are passed over without reading them. */
export class OutboxKinds0048 implements MigrationInterface {
  readonly name = 'OutboxKinds0000000000048';

  up(runner: QueryRunner): Promise<void> {
    return replaceIndex(runner, [...COLUMNS, 'kind']);
  }

  down(runner: QueryRunner): Promise<void> {
    return replaceIndex(runner, COLUMNS);
  }
}

async function replaceIndex(runner: QueryRunner, columnNames: string[]): Promise<void> {
  await runner.dropIndex('outbox', NAME);
  await runner.createIndex('outbox', new TableIndex({ name: NAME, columnNames }));
}
