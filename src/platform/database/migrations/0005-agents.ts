import { type MigrationInterface, type QueryRunner, Table, TableIndex } from 'typeorm';

const text = (name: string, isNullable = false) => ({ name, type: 'text', isNullable });
const integer = (name: string, isNullable = false) => ({ name, type: 'bigint', isNullable });
const flag = (name: string) => ({ name, type: 'boolean' });

/** Accounts with the hashes of their keys, and the audit log. */
export class Agents0005 implements MigrationInterface {
  readonly name = 'Agents0000000000005';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'agents',
        columns: [
          { ...text('owner_id'), isPrimary: true },
          text('id'),
          text('owner_name'),
          text('name'),
          flag('enabled'),
          flag('is_admin'),
          text('allowed_characters'),
          text('allowed_workflows'),
          integer('max_concurrent_jobs', true),
          text('key_hash', true),
          integer('version'),
          text('avatar', true),
          text('bio'),
          text('created_at'),
          text('last_used_at', true),
          text('deleted_at', true),
        ],
        indices: [
          { name: 'agents_by_key', columnNames: ['key_hash'], isUnique: true },
          { name: 'agents_by_owner_name', columnNames: ['owner_name'], isUnique: true },
          { name: 'agents_by_time', columnNames: ['created_at', 'owner_id'] },
        ],
      }),
    );
    // An id is free again when its account is deleted.
    await runner.createIndex(
      'agents',
      new TableIndex({
        name: 'agents_by_id',
        columnNames: ['id'],
        isUnique: true,
        where: 'deleted_at IS NULL',
      }),
    );
    await runner.createTable(
      new Table({
        name: 'audit',
        columns: [
          { ...text('id'), isPrimary: true },
          text('at'),
          text('actor', true),
          text('actor_kind'),
          text('action'),
          text('subject_kind'),
          text('subject'),
          text('owner', true),
          text('details'),
        ],
        indices: [
          { name: 'audit_by_time', columnNames: ['at', 'id'] },
          { name: 'audit_by_actor', columnNames: ['actor', 'at', 'id'] },
          { name: 'audit_by_action', columnNames: ['action', 'at', 'id'] },
          { name: 'audit_by_subject', columnNames: ['subject', 'at', 'id'] },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('audit');
    await runner.dropTable('agents');
  }
}
