import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The index of words again, with longer beginnings on SQLite, and with beginnings on PostgreSQL. The next start fills it. */
export class WordBeginnings0030 implements MigrationInterface {
  readonly name = 'WordBeginnings0000000000030';

  async up(runner: QueryRunner): Promise<void> {
    await recreate(runner, NEW_INDEX);
  }

  /** The version before fills its index if the rows are older than its own index version. */
  async down(runner: QueryRunner): Promise<void> {
    await recreate(runner, OLD_INDEX);
    await runner.query('UPDATE media_assets SET index_version = -1 WHERE index_version > 0');
  }
}

type IndexStatements = Readonly<Record<'sqlite' | 'postgres', readonly string[]>>;

async function recreate(runner: QueryRunner, statements: IndexStatements): Promise<void> {
  await runner.query('DROP TABLE media_words');
  const isPostgres = runner.connection.options.type === 'postgres';
  for (const statement of statements[isPostgres ? 'postgres' : 'sqlite'])
    await runner.query(statement);
}

const sqliteIndex = (prefixLengths: string): string =>
  `CREATE VIRTUAL TABLE media_words USING fts5(words, content='', contentless_delete=1, tokenize='ascii', prefix='${prefixLengths}')`;

const NEW_INDEX: IndexStatements = {
  sqlite: [sqliteIndex('2 3 4 5 6 7 8 9 10 11 12 13')],
  postgres: [
    'CREATE TABLE media_words (position bigint PRIMARY KEY, words tsvector NOT NULL, beginnings tsvector NOT NULL)',
    'CREATE INDEX media_words_by_word ON media_words USING gin (words, beginnings)',
  ],
};

const OLD_INDEX: IndexStatements = {
  sqlite: [sqliteIndex('2 3 4 5 6 7')],
  postgres: [
    'CREATE TABLE media_words (position bigint PRIMARY KEY, words tsvector NOT NULL)',
    'CREATE INDEX media_words_by_word ON media_words USING gin (words)',
  ],
};
