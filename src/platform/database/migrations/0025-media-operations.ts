import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

const text = (name: string) => ({ name, type: 'text' });
const integer = (name: string) => ({ name, type: 'bigint' });
const optional = <T extends object>(column: T) => ({ ...column, isNullable: true });
const key = (name: string, type = 'text') => ({ name, type, isPrimary: true });

const OPERATIONS = new Table({
  name: 'media_operations',
  columns: [
    key('id'),
    optional(text('owner_id')),
    text('action'),
    text('request'),
    integer('before'),
    integer('total'),
    integer('changed'),
    integer('failed_count'),
    text('failed'),
    optional(text('undo_id')),
    text('created_at'),
    optional(text('finished_at')),
  ],
  indices: [{ name: 'media_operations_by_end', columnNames: ['finished_at', 'created_at'] }],
});

const UNDOS = new Table({
  name: 'media_undos',
  columns: [key('id'), text('token_hash'), optional(text('owner_id')), text('expires_at')],
  indices: [
    { name: 'media_undos_by_token', columnNames: ['token_hash'], isUnique: true },
    { name: 'media_undos_by_expiry', columnNames: ['expires_at'] },
  ],
});

const UNDO_ITEMS = new Table({
  name: 'media_undo_items',
  columns: [key('undo_id'), key('position', 'bigint'), text('path'), text('changes')],
});

/** Changes of many media: operations that go on after a restart, and what undoes changes. */
export class MediaOperations0025 implements MigrationInterface {
  readonly name = 'MediaOperations0000000000025';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of [OPERATIONS, UNDOS, UNDO_ITEMS]) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [OPERATIONS, UNDOS, UNDO_ITEMS]) await runner.dropTable(table);
  }
}
