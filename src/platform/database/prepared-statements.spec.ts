import { DataSource } from 'typeorm';
import { readOptions } from './data-source-options';

describe('prepared statements', () => {
  let source: DataSource;

  beforeEach(async () => {
    source = new DataSource({ ...readOptions('sqlite::memory:'), flags: undefined } as never);
    await source.initialize();
    await source.query('CREATE TABLE words (word text UNIQUE)');
  });
  afterEach(() => source.destroy());

  const say = (word: string): Promise<unknown> =>
    source.query('INSERT INTO words VALUES (?)', [word]);
  const words = (): Promise<unknown> => source.query('SELECT word FROM words ORDER BY word');

  it('answer each of many calls with its own result', async () => {
    const letters = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const letter of letters.slice(0, 3)) await say(letter);
    const positions = await Promise.all(letters.slice(3).map(say));
    expect(positions).toEqual([4, 5, 6]);
    const all = letters.map((word) => ({ word }));
    for (let count = 0; count < 4; count += 1) expect(await words()).toEqual(all);
    expect(await Promise.all([words(), words()])).toEqual([all, all]);
  });

  it('fail each call that fails, and no other one', async () => {
    for (const letter of ['a', 'b', 'c']) await say(letter);
    const results = await Promise.allSettled(['a', 'd', 'b', 'e'].map(say));
    expect(results.map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    await expect(say('a')).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT' });
  });

  it('follow a change of their table', async () => {
    for (let count = 0; count < 3; count += 1) await source.query('SELECT * FROM words');
    await source.query('ALTER TABLE words ADD COLUMN language text');
    await say('a').catch(() => source.query("INSERT INTO words VALUES ('a', 'en')"));
    expect(await source.query('SELECT * FROM words')).toEqual([{ word: 'a', language: 'en' }]);
    await source.query('DROP TABLE words');
    await expect(source.query('SELECT * FROM words')).rejects.toThrow('no such table');
  });
});
