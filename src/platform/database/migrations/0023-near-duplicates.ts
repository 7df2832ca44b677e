import { type MigrationInterface, type QueryRunner, Table, TableIndex } from 'typeorm';

const integer = (name: string) => ({ name, type: 'bigint' });

const PAIRS = new Table({
  name: 'media_near_duplicates',
  columns: [
    { ...integer('smaller'), isPrimary: true },
    { ...integer('larger'), isPrimary: true },
    { name: 'owner_id', type: 'text' },
    integer('distance'),
    { name: 'is_distinct', type: 'boolean' },
  ],
  indices: [
    { name: 'media_near_duplicates_by_larger', columnNames: ['larger'] },
    { name: 'media_near_duplicates_by_owner', columnNames: ['owner_id', 'larger'] },
  ],
});

const HASHES = [1, 2, 3, 4].map((part) => ({
  name: `media_by_hash_${part}`,
  columnNames: [`hash_${part}`, 'owner_id', 'position'],
  where: `hash_${part} IS NOT NULL AND trashed_at IS NULL`,
}));

const TRASH = { name: 'media_by_trash', columnNames: ['trashed_at', 'position'] };

/** Pairs of media that look the same, and the indexes that find them. */
export class NearDuplicates0023 implements MigrationInterface {
  readonly name = 'NearDuplicates0000000000023';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(PAIRS);
    for (const index of HASHES) await runner.createIndex('media_assets', new TableIndex(index));
    // SQLite expects few rows without a time in the trash, and would look them up before the hashes.
    const where = 'trashed_at IS NOT NULL';
    await runner.dropIndex('media_assets', TRASH.name);
    await runner.createIndex('media_assets', new TableIndex({ ...TRASH, where }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('media_assets', TRASH.name);
    await runner.createIndex('media_assets', new TableIndex(TRASH));
    for (const { name } of HASHES) await runner.dropIndex('media_assets', name);
    await runner.dropTable(PAIRS);
  }
}
