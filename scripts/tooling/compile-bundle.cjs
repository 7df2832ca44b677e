'use strict';
/* Runs the bundled programs once, with settings and data of their own, and keeps what V8 has compiled for them. */
const { mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { setFlagsFromString } = require('node:v8');

const dist = join(__dirname, '..', '..', 'dist');
const folder = mkdtempSync(join(tmpdir(), 'kinora-build-'));
const config = join(folder, 'config.json');
writeFileSync(config, '{}');
for (const name of Object.keys(process.env))
  if (name.startsWith('KINORA_')) delete process.env[name];
Object.assign(process.env, {
  KINORA_CONFIG: config,
  KINORA_DATA_DIR: join(folder, 'data'),
  KINORA_PORT: '0',
  KINORA_LOG_LEVEL: 'error',
});

async function main() {
  setFlagsFromString('--no-flush-bytecode'); // The service drops the code that only a start runs.
  const kinora = await require(join(dist, 'main.js')).serve();
  await (await fetch(`${kinora.url}/api/health/live`)).text();
  await kinora.close();
  await require(join(dist, 'cli/main.js')).run(['list'], folder);
  await require(join(dist, 'cli/workflows/main.js')).run(['list'], folder);
  await require(join(dist, 'cli/maintenance/main.js')).run(['doctor'], folder);
  // V8 takes compiled code only under the settings with which it was made: those at the next start (limit-heap-at-start).
  setFlagsFromString('--flush-bytecode');
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=100');
  const { script } = require(join(dist, 'load-bundle.cjs'));
  writeFileSync(join(dist, 'bundle.cache'), script.createCachedData());
}

main()
  .finally(() => rmSync(folder, { recursive: true, force: true }))
  .then(
    () => process.exit(0),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
