import { createRequire } from 'node:module';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const require = createRequire(import.meta.url);
const built = (path) => require(`../../dist/${path}.js`);

/** Ids in random order, times in the order of the rows. */
const NUMBERS = `WITH RECURSIVE counter(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM counter WHERE i < ?)`;
const ID = `printf('%08x-0000-4000-8000-%012x', (i * 2654435761) % 4294967296, i)`;
const TIME = `strftime('%Y-%m-%dT%H:%M:%fZ', 1750000000 + i * 37, 'unixepoch')`;

const JOB = {
  prompt_id: ID,
  owner_id: `'owner-' || (i % 8)`,
  kind: `'image'`,
  workflow: `'sdxl-t2i'`,
  mode: `'t2i'`,
  provider: `'node-' || (i % 3)`,
  provider_auto: `0`,
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
  uncertain: `0`,
  accepted_at: `(1750000000 + i * 37) * 1000`,
  started_at: `(1750000000 + i * 37) * 1000`,
  finished_at: `(1750000009 + i * 37) * 1000`,
  number: `i`,
  revision: `5`,
  created_at: TIME,
};

const OUTPUT = {
  prompt_id: ID,
  position: `0`,
  type: `'image'`,
  filename: `'lighthouse_' || i || '.png'`,
  path: `'2025/06/lighthouse_' || i || '.png'`,
  width: `1024`,
  height: `1024`,
};

/** A data folder with this many finished jobs, each with one output. */
export async function seed(folder, jobs) {
  const source = await openDatabase(sqliteIn(folder));
  for (const [table, columns] of Object.entries({ jobs: JOB, job_outputs: OUTPUT })) {
    const [names, values] = [Object.keys(columns).join(', '), Object.values(columns).join(', ')];
    await source.query(`INSERT INTO ${table} (${names}) ${NUMBERS} SELECT ${values} FROM counter`, [
      jobs,
    ]);
  }
  await source.destroy();
}

/** Reads the lists of such a folder in this process, with the service's own repository. */
export async function jobLists(folder) {
  const { JobListRepository } = built('modules/jobs/records/job-list.repository');
  const { readOptions } = built('platform/database/data-source-options');
  const source = await open(readOptions(sqliteIn(folder)));
  return { lists: new JobListRepository(source), close: () => source.destroy() };
}

/** The address of the database in a data folder. */
export function sqliteIn(folder) {
  mkdirSync(folder, { recursive: true });
  return `sqlite:${join(folder, 'kinora.sqlite')}`;
}

/** A database with its tables and, on SQLite, no care for power failures. */
export async function openDatabase(url) {
  const source = await open(built('platform/database/data-source-options').writeOptions(url));
  if (url.startsWith('sqlite:')) await source.query('PRAGMA synchronous = OFF');
  return source;
}

async function open(options) {
  const { DataSource, getMetadataArgsStorage } = require('typeorm');
  const entities = getMetadataArgsStorage().tables.map(({ target }) => target);
  return new DataSource({ ...options, entities }).initialize();
}
