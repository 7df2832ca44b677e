import { type MigrationInterface, type QueryRunner, Table, TableIndex } from 'typeorm';

const text = (name: string, isNullable = false) => ({ name, type: 'text', isNullable });
const integer = (name: string, isNullable = false) => ({ name, type: 'bigint', isNullable });

/** Batches, and the runs of them that were refused when their turn came. */
export class Batches0012 implements MigrationInterface {
  readonly name = 'Batches0000000000012';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'batches',
        columns: [
          { ...text('id'), isPrimary: true },
          text('owner_id', true),
          text('name'),
          text('status'),
          text('reason', true),
          { name: 'is_cancelling', type: 'boolean' },
          text('kind'),
          text('base'),
          text('axes'),
          text('mode'),
          integer('count'),
          integer('seed', true),
          integer('total'),
          integer('fed'),
          { name: 'expected_seconds', type: 'double precision', isNullable: true },
          text('created_at'),
          text('finished_at', true),
        ],
        indices: [
          { name: 'batches_by_time', columnNames: ['created_at', 'id'] },
          { name: 'batches_by_owner', columnNames: ['owner_id', 'created_at', 'id'] },
        ],
      }),
    );
    await runner.createIndex(
      'batches',
      new TableIndex({
        name: 'batches_open',
        columnNames: ['owner_id'],
        where: "status = 'running' OR is_cancelling",
      }),
    );
    await runner.createTable(
      new Table({
        name: 'batch_refusals',
        columns: [
          { ...text('batch_id'), isPrimary: true },
          { name: 'position', type: 'integer', isPrimary: true },
          text('error'),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('batch_refusals');
    await runner.dropTable('batches');
  }
}
