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
  .filter((file) => /\.entit(?:y|ies)\.ts$/.test(file))
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

/** Files of two owners and of none, as they were stored before their sizes were summed up. */
const FILES = [
  ['a.png', 'ann', 5_000_000_000],
  ['b.png', 'ann', 7],
  ['c.png', 'bob', 20],
  ['d.png', null, 30],
] as const;

/** Migrates a database with {@link FILES} from before `media_owner_bytes`; returns its rows. */
async function ownerBytes(url: string): Promise<unknown[]> {
  const source = await new DataSource(writeOptions(url)).initialize();
  try {
    const runner = source.createQueryRunner();
    while (await runner.hasTable('media_owner_bytes'))
      await source.undoLastMigration({ transaction: 'each' });
    for (const [path, owner, bytes] of FILES)
      await runner.query(
        'INSERT INTO media_assets (path, owner_id, name, type, mime, size_bytes, sha256, description, ' +
          'included_in_training_dataset, source, created_at) ' +
          "VALUES ($1, $2, $1, 'image', 'image/png', $3, 'x', '', false, 'uploaded', '2030-01-01T00:00:00.000Z')",
        [path, owner, bytes],
      );
    await source.runMigrations({ transaction: 'each' });
    const rows: { owner_id: string; bytes: string | number }[] = await runner.query(
      'SELECT owner_id, bytes FROM media_owner_bytes ORDER BY owner_id',
    );
    return rows.map(({ owner_id, bytes }) => [owner_id, Number(bytes)]);
  } finally {
    await source.destroy();
  }
}

const suite = (freshUrl: () => string): void => {
  it('make the schema that the entities describe', async () => {
    expect(ENTITY_FILES.length).toBeGreaterThan(4);
    expect(await differences(freshUrl())).toEqual([]);
  });

  it('add up the files that each owner already has', async () => {
    expect(await ownerBytes(freshUrl())).toEqual([
      ['ann', 5_000_000_007],
      ['bob', 20],
    ]);
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
