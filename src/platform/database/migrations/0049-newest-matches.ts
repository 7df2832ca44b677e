import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * On PostgreSQL: the spans of time of each asset in the index of words, so that the newest matches are found without reading the
 * others, and what lists order and count by in the index of positions, so that this is read without the wide rows of assets. Takes
 * a minute for a million media.
 */
export class NewestMatches0049 implements MigrationInterface {
  readonly name = 'NewestMatches0000000000049';

  up(runner: QueryRunner): Promise<void> {
    const spans = [27, 30, 33, 36, 39, 42, 45, 48].map((power) => `position >> ${power}`);
    return replaceIndexes(runner, {
      // A search reads the pending list once for each part of the library.
      words: `(words, beginnings, (ARRAY[${spans.join(', ')}])) WITH (gin_pending_list_limit = 256)`,
      positions: '(position) INCLUDE (path, name, rating, size_bytes, type, workflow, project)',
    });
  }

  down(runner: QueryRunner): Promise<void> {
    return replaceIndexes(runner, { words: '(words, beginnings)', positions: '(position)' });
  }
}

async function replaceIndexes(
  runner: QueryRunner,
  { words, positions }: Readonly<Record<'words' | 'positions', string>>,
): Promise<void> {
  if (runner.connection.options.type !== 'postgres') return;
  await runner.query('DROP INDEX media_words_by_word');
  await runner.query(`CREATE INDEX media_words_by_word ON media_words USING gin ${words}`);
  await runner.query('DROP INDEX media_by_position');
  await runner.query(`CREATE UNIQUE INDEX media_by_position ON media_assets ${positions}`);
}
