import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

const text = (name: string, isNullable = false) => ({ name, type: 'text', isNullable });
const integer = (name: string, isNullable = false) => ({ name, type: 'bigint', isNullable });
const number = (name: string) => ({ name, type: 'double precision', isNullable: true });
const flag = (name: string, isNullable = false) => ({ name, type: 'boolean', isNullable });
const key = (name: string, type = 'text') => ({ name, type, isPrimary: true });

/** A join table. The label comes first in the primary key, so that a filter by label uses that index. */
export const labels = (name: string, label: string) =>
  new Table({
    name,
    columns: [key(label), key('path')],
    indices: [{ name: `${name}_by_path`, columnNames: ['path'] }],
  });

/** The catalogue of files, its labels, the tombstones of deleted outputs, and the index for free-text search. */
export class Media0004 implements MigrationInterface {
  readonly name = 'Media0000000000004';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(ASSETS);
    await runner.createTable(labels('media_tags', 'tag'));
    await runner.createTable(labels('media_characters', 'character_id'));
    await runner.createTable(labels('media_datasets', 'dataset'));
    await runner.createTable(
      new Table({
        name: 'media_tombstones',
        columns: [key('prompt_id'), key('node_id'), key('output_index', 'integer')],
      }),
    );
    const statements =
      runner.connection.options.type === 'postgres' ? POSTGRES_WORDS : SQLITE_WORDS;
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    if (runner.connection.options.type !== 'postgres') await runner.query('DROP TABLE media_words');
    await runner.query('DROP TABLE media_documents');
    for (const table of ['tombstones', 'datasets', 'characters', 'tags', 'assets'])
      await runner.dropTable(`media_${table}`);
  }
}

const ASSETS = new Table({
  name: 'media_assets',
  columns: [
    key('path'),
    text('owner_id', true),
    text('name'),
    text('type'),
    text('mime'),
    integer('size_bytes'),
    text('sha256'),
    integer('width', true),
    integer('height', true),
    number('duration'),
    number('fps'),
    flag('has_audio', true),
    text('description'),
    flag('included_in_training_dataset'),
    text('source'),
    text('prompt_id', true),
    text('node_id', true),
    integer('output_index', true),
    text('prompt', true),
    text('workflow', true),
    text('provider', true),
    text('project', true),
    text('created_at'),
  ],
  indices: [
    { name: 'media_by_time', columnNames: ['created_at', 'path'] },
    { name: 'media_by_owner', columnNames: ['owner_id', 'created_at', 'path'] },
    { name: 'media_by_type', columnNames: ['type', 'created_at', 'path'] },
    { name: 'media_by_project', columnNames: ['project', 'created_at', 'path'] },
    { name: 'media_by_content', columnNames: ['sha256'] },
    {
      name: 'media_by_output',
      columnNames: ['prompt_id', 'node_id', 'output_index'],
      isUnique: true,
    },
  ],
});

/** An FTS5 index over a table; triggers update the index (SQLite's "external content" pattern). */
export const SQLITE_WORDS = [
  'CREATE TABLE media_documents (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, words TEXT NOT NULL)',
  "CREATE VIRTUAL TABLE media_words USING fts5(words, content='media_documents', content_rowid='id')",
  `CREATE TRIGGER media_documents_added AFTER INSERT ON media_documents BEGIN
     INSERT INTO media_words (rowid, words) VALUES (new.id, new.words);
   END`,
  `CREATE TRIGGER media_documents_removed AFTER DELETE ON media_documents BEGIN
     INSERT INTO media_words (media_words, rowid, words) VALUES ('delete', old.id, old.words);
   END`,
  `CREATE TRIGGER media_documents_changed AFTER UPDATE ON media_documents BEGIN
     INSERT INTO media_words (media_words, rowid, words) VALUES ('delete', old.id, old.words);
     INSERT INTO media_words (rowid, words) VALUES (new.id, new.words);
   END`,
];

export const POSTGRES_WORDS = [
  `CREATE TABLE media_documents (
     path text PRIMARY KEY,
     words text NOT NULL,
     vector tsvector GENERATED ALWAYS AS (to_tsvector('simple', words)) STORED
   )`,
  'CREATE INDEX media_documents_by_word ON media_documents USING gin (vector)',
];
