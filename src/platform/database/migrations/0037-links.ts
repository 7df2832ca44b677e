import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

const text = (name: string) => ({ name, type: 'text' });
const optional = (name: string) => ({ ...text(name), isNullable: true });
const id = () => ({ ...text('id'), isPrimary: true });

const LINKS = new Table({
  name: 'media_links',
  columns: [
    id(),
    text('token_hash'),
    optional('owner_id'),
    optional('key_id'),
    text('path'),
    text('created_at'),
    text('expires_at'),
  ],
  indices: [
    { name: 'media_links_by_token', columnNames: ['token_hash'], isUnique: true },
    { name: 'media_links_by_time', columnNames: ['created_at', 'id'] },
    { name: 'media_links_by_owner', columnNames: ['owner_id', 'created_at', 'id'] },
    { name: 'media_links_by_expiry', columnNames: ['expires_at'] },
  ],
});

const ADDRESSES = new Table({
  name: 'media_upload_addresses',
  columns: [
    id(),
    text('token_hash'),
    optional('owner_id'),
    optional('key_id'),
    text('filename'),
    { name: 'size_bytes', type: 'bigint' },
    text('sha256'),
    text('created_at'),
    text('expires_at'),
    optional('claimed_at'),
    optional('path'),
  ],
  indices: [
    { name: 'media_upload_addresses_by_token', columnNames: ['token_hash'], isUnique: true },
    { name: 'media_upload_addresses_by_owner', columnNames: ['owner_id', 'expires_at'] },
    { name: 'media_upload_addresses_by_expiry', columnNames: ['expires_at'] },
  ],
});

/** Public links to media, and addresses for uploads without a key. */
export class Links0037 implements MigrationInterface {
  readonly name = 'Links0000000000037';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of [LINKS, ADDRESSES]) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [LINKS, ADDRESSES]) await runner.dropTable(table);
  }
}
