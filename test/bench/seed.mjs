import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Ids in random order, times in the order of the rows. */
const NUMBERS = `WITH RECURSIVE counter(i) AS
  (SELECT CAST(1 AS BIGINT) UNION ALL SELECT i + 1 FROM counter WHERE i < CAST($1 AS BIGINT))`;
const HASH = '(i * 2654435761) % 4294967296';
const SECONDS = '1750000000 + i * 37';
const DIALECTS = {
  sqlite: {
    id: `printf('%08x-0000-4000-8000-%012x', ${HASH}, i)`,
    time: `strftime('%Y-%m-%dT%H:%M:%fZ', ${SECONDS}, 'unixepoch')`,
  },
  postgres: {
    id: `lpad(to_hex(${HASH}), 8, '0') || '-0000-4000-8000-' || lpad(to_hex(i), 12, '0')`,
    time: `to_char(to_timestamp(${SECONDS}) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  },
};

const jobColumns = ({ id, time }) => ({
  prompt_id: id,
  owner_id: `'owner-' || (i % 8)`,
  kind: `'image'`,
  workflow: `'sdxl-t2i'`,
  mode: `'t2i'`,
  provider: `'node-' || (i % 3)`,
  provider_auto: `FALSE`,
  status: `CASE i % 5 WHEN 0 THEN 'failed' ELSE 'completed' END`,
  phase: `'done'`,
  prompt: `'picture ' || i || ' of a lighthouse on a cliff at dusk, warm light in the windows'`,
  name_prefix: `'lighthouse'`,
  description: `''`,
  characters: `'[]'`,
  models: `'["sd_xl_base_1.0.safetensors"]'`,
  loras: `'[]'`,
  settings: `'{"width":1024,"height":1024,"steps":30,"cfg":7,"sampler":"dpmpp_2m","seed":' || i || '}'`,
  attempts: `1`,
  losses: `0`,
  uncertain: `FALSE`,
  accepted_at: `(1750000000 + i * 37) * 1000`,
  started_at: `(1750000000 + i * 37) * 1000`,
  finished_at: `(1750000009 + i * 37) * 1000`,
  number: `i`,
  revision: `5`,
  created_at: time,
});

const outputColumns = ({ id }) => ({
  prompt_id: id,
  position: `0`,
  type: `'image'`,
  filename: `'lighthouse_' || i || '.png'`,
  path: `'2025/06/lighthouse_' || i || '.png'`,
  width: `1024`,
  height: `1024`,
});

/** Fills a database with this many finished jobs, each with one output. */
export async function seed(database, jobs) {
  const source = await openDatabase(database);
  const dialect = DIALECTS[source.options.type];
  const tables = { jobs: jobColumns(dialect), job_outputs: outputColumns(dialect) };
  for (const [table, columns] of Object.entries(tables)) {
    const [names, values] = [Object.keys(columns).join(', '), Object.values(columns).join(', ')];
    await source.query(`INSERT INTO ${table} (${names}) ${NUMBERS} SELECT ${values} FROM counter`, [
      jobs,
    ]);
  }
  if (source.options.type === 'postgres') await source.query('VACUUM ANALYZE');
  await source.destroy();
}

/** A database with its tables; on SQLite, without flushes. */
export async function openDatabase(url) {
  const { DataSource, getMetadataArgsStorage } = require('typeorm');
  const { writeOptions } = require('../../dist/platform/database/data-source-options.js');
  const entities = getMetadataArgsStorage().tables.map(({ target }) => target);
  const source = await new DataSource({ ...writeOptions(url), entities }).initialize();
  if (url.startsWith('sqlite:')) await source.query('PRAGMA synchronous = OFF');
  return source;
}
