/**
 * Writes the OpenAPI document as the built service serves it, without a service that listens.
 *
 * usage: node scripts/openapi.mjs [file]
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { at, SCRATCH } from './tooling/project.mjs';

/** Returns the file's path. */
export async function writeOpenApi(file = join(SCRATCH, 'openapi.json')) {
  const document = await describe();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  return file;
}

async function describe() {
  const load = createRequire(at('dist', 'main.js'));
  const { createApp } = load('./app.factory.js');
  const { OpenApiService } = load('./platform/openapi/openapi.service.js');
  const folder = mkdtempSync(join(tmpdir(), 'kinora-openapi-'));
  const config = join(folder, 'config.json');
  writeFileSync(config, '{}');
  const variables = {
    KINORA_CONFIG: config,
    KINORA_DATA_DIR: join(folder, 'data'),
    KINORA_LOG_LEVEL: 'error',
  };
  try {
    const app = await createApp({ variables });
    const document = app.get(OpenApiService, { strict: false }).document();
    await app.close();
    return document;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [file, ...more] = process.argv.slice(2);
  const isHelp = ['--help', '-h'].includes(file);
  if (isHelp || more.length > 0 || file?.startsWith('-')) {
    const usage =
      'usage: node scripts/openapi.mjs [file]\n\nWrites the OpenAPI document; without a name to .kinora/openapi.json.';
    (isHelp ? console.log : console.error)(usage);
    process.exit(isHelp ? 0 : 2);
  }
  const { ensureReady } = await import('./tooling/build.mjs'); // it imports this file
  await ensureReady();
  console.log(await writeOpenApi(file && resolve(file)));
}
