import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { writeOptions } from '../../src/platform/database/data-source-options';
import { describeWith } from '../support/required-programs';
import { startPostgres, type PostgresServer } from '../support/postgres';

const SOURCE = join(__dirname, '..', '..', 'src');

/** Every entity of every module: a new one is compared automatically. */
const ENTITY_FILES = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.entity.ts'))
  .map((file) => join(SOURCE, file));

/** Migrates a new database and returns what TypeORM would still change to match the entities. */
async function differences(url: string): Promise<string[]> {
  const source = new DataSource({ ...writeOptions(url), entities: ENTITY_FILES });
  await source.initialize();
  try {
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    // Indexes and search tables are declared by the migrations only, not by the entities.
    return upQueries.map(({ query }) => query).filter((query) => !/^DROP INDEX/i.test(query));
  } finally {
    await source.destroy();
  }
}

/** Runs every migration back to an empty database and up again. */
async function downAndUp(url: string): Promise<string[]> {
  const source = await new DataSource(writeOptions(url)).initialize();
  try {
    const executed = source.migrations.length;
    for (let n = 0; n < executed; n += 1) await source.undoLastMigration({ transaction: 'each' });
    return (await source.runMigrations({ transaction: 'each' })).map((migration) => migration.name);
  } finally {
    await source.destroy();
  }
}

const suite = (freshUrl: () => string): void => {
  it('make the schema that the entities describe', async () => {
    expect(ENTITY_FILES.length).toBeGreaterThan(4);
    expect(await differences(freshUrl())).toEqual([]);
  });

  it('can be undone, and run again', async () => {
    const names = await downAndUp(freshUrl());
    expect(names).toEqual([...names].sort((a, b) => a.slice(-13).localeCompare(b.slice(-13))));
    expect(names.length).toBeGreaterThan(3);
  });
};

describe('migrations on SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-migrations-'));
  let count = 0;
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  suite(() => `sqlite:${join(folder, `${(count += 1)}.sqlite`)}`);
});

describeWith('postgres', 'migrations on PostgreSQL', () => {
  let server: PostgresServer;
  let count = 0;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());
  suite(() => server.createDatabase(`migrations_${(count += 1)}`));
});
