import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Client } from 'pg';

/** The database that each new one is copied from: migrated and empty. */
export const TEMPLATE = 'template_kinora';

/**
 * The environment of a service that keeps its data in `folder`. Empty for SQLite, the default. If
 * `KINORA_TEST_DATABASE` is `postgres`, it names a PostgreSQL database for this folder, which is created on first use.
 */
export async function databaseVariables(folder: string): Promise<Record<string, string>> {
  if (!onPostgres()) return {};
  const name = basename(folder);
  await withClient(async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE "${name}" TEMPLATE ${TEMPLATE}`);
  });
  return { KINORA_DATABASE_URL: new URL(name, server()).href };
}

/** As {@link databaseVariables}; a new SQLite database is migrated, too. */
export async function migratedDatabase(folder: string): Promise<Record<string, string>> {
  const [template, data] = [process.env['KINORA_TEST_SQLITE'], join(folder, 'data')];
  if (!onPostgres() && template !== undefined && !existsSync(data)) {
    mkdirSync(data, { mode: 0o700 });
    copyFileSync(template, join(data, basename(template)));
  }
  return databaseVariables(folder);
}

/** Creates the folder's database without tables, on PostgreSQL; on SQLite the file must not be there. */
export async function emptyDatabase(folder: string): Promise<void> {
  if (!onPostgres()) return;
  await withClient((client) => client.query(`CREATE DATABASE "${basename(folder)}"`));
}

/** Drops the folder's database, also while services are connected. */
export async function dropDatabase(folder: string): Promise<void> {
  if (!onPostgres()) return;
  await withClient((client) =>
    client.query(`DROP DATABASE IF EXISTS "${basename(folder)}" WITH (FORCE)`),
  );
}

const onPostgres = (): boolean => process.env['KINORA_TEST_DATABASE'] === 'postgres';

/** Set for the whole run by test/on-postgres/start-server.ts. */
function server(): string {
  const url = process.env['KINORA_TEST_POSTGRES'];
  if (url === undefined) throw new Error('No PostgreSQL runs for this test: see jest.config.cjs');
  return url;
}

async function withClient<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: server() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
