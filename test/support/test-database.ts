import { basename } from 'node:path';
import { Client } from 'pg';

/** What every database of a run starts as: a migrated schema, empty. */
export const TEMPLATE = 'template_kinora';

/**
 * The environment of a service that keeps its data in `folder`. On SQLite, the default, it says nothing. Where
 * `KINORA_TEST_DATABASE` is `postgres`, it names a PostgreSQL database that belongs to the folder as a file would: made
 * for the first service, found again by the next.
 */
export async function databaseVariables(folder: string): Promise<Record<string, string>> {
  if (!onPostgres()) return {};
  const name = basename(folder);
  await asked(async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE "${name}" TEMPLATE ${TEMPLATE}`);
  });
  return { KINORA_DATABASE_URL: new URL(name, server()).href };
}

/** Forgets the folder's database, whoever is connected to it. */
export async function dropDatabase(folder: string): Promise<void> {
  if (!onPostgres()) return;
  await asked((client) =>
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

async function asked<T>(question: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: server() });
  await client.connect();
  try {
    return await question(client);
  } finally {
    await client.end();
  }
}
