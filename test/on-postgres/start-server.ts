import { DataSource } from 'typeorm';
import { writeOptions } from '../../src/platform/database/data-source-options';
import { postgresFolder } from '../support/programs.cjs';
import { type PostgresServer, startCluster } from '../support/postgres';
import { TEMPLATE } from '../support/test-database';

/** Kept for stop-server.ts: Jest calls both in one process. */
export const running: { server?: PostgresServer } = {};

/** One PostgreSQL for a whole run, with a template that is migrated once. */
export default async function startServer(): Promise<void> {
  if (postgresFolder() === undefined) return;
  const server = await startCluster();
  running.server = server;
  const url = server.createDatabase(TEMPLATE);
  const source = await new DataSource(writeOptions(url)).initialize();
  await source.destroy();
  process.env['KINORA_TEST_POSTGRES'] = new URL('postgres', url).href;
}
