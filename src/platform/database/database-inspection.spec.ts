import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { KNOWN_MIGRATIONS } from './applied-migrations';
import { writeOptions } from './data-source-options';
import { inspectDatabase } from './database-inspection';

describe('inspectDatabase', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-inspection-'));
  const file = join(folder, 'kinora.sqlite');
  const change = async (...statements: readonly string[]): Promise<void> => {
    const source = await new DataSource(writeOptions(`sqlite:${file}`)).initialize();
    for (const statement of statements) await source.query(statement);
    await source.destroy();
  };
  beforeEach(() => change());
  afterEach(() => rmSync(file));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  const inspect = (isThorough = false) => inspectDatabase(`sqlite:${file}`, isThorough);

  it('finds nothing in a new database', async () => {
    expect(await inspect(true)).toEqual({ schema: 'ready', pending: 0, faults: [] });
  });

  it('counts the migrations that have not run', async () => {
    await change(`DELETE FROM migrations WHERE name = '${KNOWN_MIGRATIONS.at(-1)}'`);
    expect(await inspect()).toMatchObject({ schema: 'older', pending: 1 });
  });

  it('reports migrations of a newer version', async () => {
    await change(`INSERT INTO migrations (timestamp, name) VALUES (99, 'Later0000000000099')`);
    expect(await inspect()).toMatchObject({ schema: 'newer', pending: 0 });
  });

  it('lists damaged pages', async () => {
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xa5, bytes.length - 4096));
    expect((await inspect()).faults).not.toEqual([]);
  });
});
