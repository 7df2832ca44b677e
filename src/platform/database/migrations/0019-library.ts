import {
  type MigrationInterface,
  type QueryRunner,
  Table,
  TableColumn,
  TableIndex,
  type TableColumnOptions,
} from 'typeorm';
import { labels, POSTGRES_WORDS, SQLITE_WORDS } from './0004-media';

const text = (name: string) => ({ name, type: 'text' });
const integer = (name: string) => ({ name, type: 'bigint' });
const key = (name: string, type = 'text') => ({ name, type, isPrimary: true });
const optional = (column: TableColumnOptions) => new TableColumn({ ...column, isNullable: true });
const initial = (column: TableColumnOptions, value: string) =>
  new TableColumn({ ...column, default: value });

const columns = (isPostgres: boolean) => [
  initial(integer('position'), '0'),
  initial({ name: 'favourite', type: 'boolean' }, isPostgres ? 'false' : '0'),
  initial(integer('rating'), '0'),
  optional(integer('seed')),
  optional(text('placeholder')),
  ...[1, 2, 3, 4].map((part) => optional(integer(`hash_${part}`))),
  optional(text('trashed_at')),
  initial(integer('index_version'), '0'),
];

const INDICES = [
  { name: 'media_by_position', columnNames: ['position'], isUnique: true },
  { name: 'media_by_rating', columnNames: ['rating', 'path'] },
  { name: 'media_by_size', columnNames: ['size_bytes', 'path'] },
  { name: 'media_by_trash', columnNames: ['trashed_at', 'position'] },
  { name: 'media_by_index_version', columnNames: ['index_version'] },
];

const OLD_INDICES = [
  { name: 'media_by_time', columnNames: ['created_at', 'path'] },
  { name: 'media_by_owner', columnNames: ['owner_id', 'created_at', 'path'] },
  { name: 'media_by_type', columnNames: ['type', 'created_at', 'path'] },
  { name: 'media_by_project', columnNames: ['project', 'created_at', 'path'] },
];

const OLD_LABELS = [
  ['tag', 'media_tags', 'tag'],
  ['character', 'media_characters', 'character_id'],
  ['dataset', 'media_datasets', 'dataset'],
] as const;

const LABELS = new Table({
  name: 'media_labels',
  columns: [key('position', 'bigint'), key('kind'), key('value')],
});

const ORIGINS = new Table({
  name: 'media_origins',
  columns: [key('position', 'bigint'), key('origin')],
});

const COUNTS = new Table({
  name: 'media_counts',
  columns: [key('owner_id'), key('kind'), key('value'), integer('count')],
  indices: [{ name: 'media_counts_by_kind', columnNames: ['kind', 'value'] }],
});

const DAYS = new Table({
  name: 'media_days',
  columns: [key('owner_id'), key('day'), text('quarters')],
});

const MEMBERSHIPS = new Table({
  name: 'media_collection_items',
  columns: [key('position', 'bigint'), key('collection_id')],
  indices: [{ name: 'media_collection_items_by_collection', columnNames: ['collection_id'] }],
});

/** The order of creation as a unique number: microseconds since 1970. */
const POSITIONS = {
  sqlite:
    "CAST(strftime('%s', created_at) AS INTEGER) * 1000000 + CAST(substr(created_at, 21, 3) AS INTEGER) * 1000",
  postgres:
    "CAST(extract(epoch FROM CAST(substr(created_at, 1, 19) || 'Z' AS timestamptz)) AS bigint) * 1000000 + CAST(substr(created_at, 21, 3) AS bigint) * 1000",
};

/**
 * The catalogue as a library: order of creation, favourite, rating, trash, labels of every kind in one table, origins,
 * counts, and one index for words and filters. The index and the counts are filled at the next start.
 */
export class Library0019 implements MigrationInterface {
  readonly name = 'Library0000000000019';

  async up(runner: QueryRunner): Promise<void> {
    const type = runner.connection.options.type === 'postgres' ? 'postgres' : 'sqlite';
    await runner.addColumns('media_assets', columns(type === 'postgres'));
    await runner.query(
      `UPDATE media_assets SET position = numbered.position FROM (
         SELECT path, ${POSITIONS[type]} +
           row_number() OVER (PARTITION BY created_at ORDER BY path) - 1 AS position FROM media_assets
       ) numbered WHERE numbered.path = media_assets.path`,
    );
    for (const { name } of OLD_INDICES) await runner.dropIndex('media_assets', name);
    for (const index of INDICES) await runner.createIndex('media_assets', new TableIndex(index));
    const name = type === 'postgres' ? 'name COLLATE "C"' : 'name';
    await runner.query(`CREATE INDEX media_by_name ON media_assets (lower(${name}), path)`);
    for (const table of [LABELS, ORIGINS, MEMBERSHIPS, COUNTS, DAYS])
      await runner.createTable(table);
    await runner.query(
      'CREATE INDEX media_labels_by_value ON media_labels (kind, value, position)',
    );
    await runner.query('CREATE INDEX media_origins_by_origin ON media_origins (origin)');
    await this.moveLabels(runner);
    for (const statement of NEW_INDEX[type]) await runner.query(statement);
  }

  /** The words of the search are not restored: version 0004 writes them when assets are added. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE media_words');
    const isPostgres = runner.connection.options.type === 'postgres';
    const statements = isPostgres ? POSTGRES_WORDS : SQLITE_WORDS;
    for (const statement of statements) await runner.query(statement);
    for (const [kind, table, column] of OLD_LABELS) {
      await runner.createTable(labels(table, column));
      await runner.query(
        `INSERT INTO ${table} (${column}, path)
         SELECT label.value, asset.path FROM media_labels label
         JOIN media_assets asset ON asset.position = label.position WHERE label.kind = '${kind}'`,
      );
    }
    for (const table of [LABELS, ORIGINS, MEMBERSHIPS, COUNTS, DAYS]) await runner.dropTable(table);
    await runner.query('DROP INDEX media_by_name');
    for (const { name } of INDICES) await runner.dropIndex('media_assets', name);
    for (const index of OLD_INDICES)
      await runner.createIndex('media_assets', new TableIndex(index));
    await runner.dropColumns('media_assets', columns(isPostgres));
  }

  private async moveLabels(runner: QueryRunner): Promise<void> {
    for (const [kind, table, column] of OLD_LABELS) {
      await runner.query(
        `INSERT INTO media_labels (position, kind, value)
         SELECT asset.position, '${kind}', label.${column} FROM ${table} label
         JOIN media_assets asset ON asset.path = label.path`,
      );
      await runner.dropTable(table);
    }
  }
}

const NEW_INDEX = {
  sqlite: [
    'DROP TABLE media_words',
    'DROP TABLE media_documents',
    "CREATE VIRTUAL TABLE media_words USING fts5(words, content='', contentless_delete=1, tokenize='ascii', prefix='2 3 4 5 6 7')",
  ],
  postgres: [
    'DROP TABLE media_documents',
    'CREATE TABLE media_words (position bigint PRIMARY KEY, words tsvector NOT NULL)',
    'CREATE INDEX media_words_by_word ON media_words USING gin (words)',
  ],
};
