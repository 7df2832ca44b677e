import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { writeOptions } from '../../src/platform/database/data-source-options';

/** Migrates a database once for a whole run: doing it for each service took a tenth of the time of all tests. */
export default async function createTemplate(): Promise<void> {
  const file = join(mkdtempSync(join(tmpdir(), 'kinora-template-')), 'kinora.sqlite');
  const source = await new DataSource(writeOptions(`sqlite:${file}`)).initialize();
  await source.destroy();
  process.env['KINORA_TEST_SQLITE'] = file;
}
