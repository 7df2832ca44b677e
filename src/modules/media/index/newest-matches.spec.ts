import { DataSource } from 'typeorm';
import { type PostgresServer, startPostgres } from '../../../../test/support/postgres';
import { describeWith } from '../../../../test/support/required-programs';
import { BoundedReads } from '../../../platform/database/bounded-reads';
import { writeOptions } from '../../../platform/database/data-source-options';
import type { MediaExpression } from './media-expression';
import { PostgresMediaIndexRepository } from './media-index.repository';

/** The older, the further apart: from microseconds to months; 41 years in all. The newest first. */
const POSITIONS = Array.from(
  { length: 4_000 },
  (_, index) => 2_000_000_000_000_000 - Math.floor(1_000 * 1.007 ** index),
);
/** Every so many rows have the word of this number. */
const DISTANCES = [1, 2, 7, 60, 500, 2_000, 5_000] as const;

describeWith('postgres', 'newest matches on PostgreSQL', () => {
  let postgres: PostgresServer;
  let source: DataSource;
  let index: PostgresMediaIndexRepository;

  beforeAll(async () => {
    postgres = await startPostgres();
    source = await new DataSource(writeOptions(postgres.createDatabase('newest'))).initialize();
    index = new PostgresMediaIndexRepository(new BoundedReads({ manager: source.manager }));
    const entries = POSITIONS.map((position, row) => ({
      position,
      words: DISTANCES.filter((distance) => row % distance === 0)
        .map((distance) => `wnumber${distance}`)
        .join(' '),
    }));
    for (let start = 0; start < entries.length; start += 1_000)
      await index.write(source.manager, entries.slice(start, start + 1_000));
    await source.query('ANALYZE media_words');
  });
  afterAll(async () => {
    await source.destroy();
    await postgres.stop();
  });

  const expression = (distance: number): MediaExpression => ({
    turnOwner: '',
    all: [{ words: [`wnumber${distance}`], isPrefix: false }],
    none: [],
  });
  const matches = (distance: number): number[] =>
    POSITIONS.filter((_, row) => row % distance === 0);

  it.each(DISTANCES)('are as many as wanted where one row in %d matches', async (distance) => {
    for (const limit of [1, 4, 51, 3_000])
      for (const before of [undefined, ...[1, 900, 2_500, 3_999].map((row) => POSITIONS[row])]) {
        const found = await index.positions(expression(distance), { before, limit });
        const all = matches(distance).filter((position) => position < (before ?? Infinity));
        expect(found).toEqual(all.slice(0, limit));
      }
  });

  it.each(DISTANCES)('lie between two times where one row in %d matches', async (distance) => {
    const [until = 0, from = 0] = [700, 3_100].map((row) => POSITIONS[row]);
    const found = await index.positions({ ...expression(distance), from, until }, { limit: 51 });
    const all = matches(distance).filter((position) => position >= from && position < until);
    expect(found).toEqual(all.slice(0, 51));
  });
});
