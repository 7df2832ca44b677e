import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { demo } from '../demo.mjs';
import { typedAs } from './asked.mjs';
import { copyAssets, ensureBuilt, forgetBuild } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { placeModels } from './models.mjs';
import { at, ROOT } from './places.mjs';
import { Advice } from './progress.mjs';
import { takenByNpm } from './taken-by-npm.mjs';
import { tool } from './tool.mjs';

const require = createRequire(at('package.json'));

/** A module of the built service. */
const built = (path) => require(at('dist', path));

async function ready({ tools = false } = {}) {
  await ensureInstalled({ tools });
  await ensureBuilt();
}

async function start() {
  await ready();
  await built('main.js').serve();
}

async function runDemo(args) {
  await ready();
  await demo(args, () => built('main.js').serve());
}

async function simulator(args) {
  await ready();
  const readable = args.map((arg) => (arg === '-h' ? '--help' : arg));
  asIfStartedAlone('dist/simulator/main.js', readable);
  built('simulator/main.js');
}

/** A command line of `src/cli`. `folder`: where it was typed. The exit code tells scripts what happened. */
async function commandLine(script, main, { args, folder }) {
  const advice = takenByNpm(script, args, process.env);
  if (advice) {
    console.error(process.env.npm_config_json ? JSON.stringify(usage(advice), null, 2) : advice);
    process.exitCode = 2;
    return;
  }
  await ready();
  process.exitCode = await built(main).run(args, typedIn(folder), typedAs(script, process.env));
}

const keys = (args, folder) => commandLine('keys', 'cli/main.js', { args, folder });
const workflows = (args, folder) =>
  commandLine('workflows', 'cli/workflows/main.js', { args, folder });

/** As the command line itself tells programs of wrong usage. */
const usage = (detail) => ({ detail, code: 'usage' });

/** `npm run` goes to the repository first, and leaves where it came from. */
function typedIn(folder) {
  const { npm_lifecycle_event: script, INIT_CWD: origin } = process.env;
  return (['keys', 'workflows'].includes(script) && origin) || folder;
}

/** Programs that read their arguments for themselves find them where they look. */
function asIfStartedAlone(script, args) {
  process.argv = [process.execPath, at(script), ...args];
}

async function build() {
  await ensureInstalled({ tools: true });
  const { code, said } = await tool('typescript/bin/tsc', [
    '--noEmit',
    '-p',
    'tsconfig.build.json',
  ]);
  if (code !== 0) throw new Advice(said);
  await ensureBuilt();
}

async function check() {
  await ready({ tools: true });
  const { runChecks } = await import('./checks.mjs');
  if (!(await runChecks())) process.exitCode = 1;
}

/** Check, then every test. The arguments are Jest's. */
async function test(args) {
  await check();
  console.log('');
  await jest(args);
  if (process.exitCode) console.log('\nNot everything passed; see above.');
}

async function jest(args, env = {}) {
  const { code } = await tool('jest/bin/jest.js', args, { inherit: true, env });
  if (code !== 0) process.exitCode = 1;
}

/** The node-facing suite against a real ComfyUI; without an address against the simulator. */
async function testNode(args) {
  await ready({ tools: true });
  await facingNode('\\.node\\.ts$', args);
}

/**
 * Whether a node accepts the graphs of the shipped workflows; without an address the simulator is asked.
 * `--models FOLDER`: empty files named like their models are put there first, beside what is there.
 */
async function testWorkflows(args) {
  await ready({ tools: true });
  const at = args.indexOf('--models');
  if (at >= 0) placeModels(args.splice(at, 2)[1]);
  await facingNode('\\.workflows\\.ts$', args);
}

async function facingNode(files, args) {
  const address = args.find((argument) => /^https?:\/\//.test(argument));
  const rest = args.filter((argument) => argument !== address);
  const suite = [files, '--runInBand', ...rest]; // one node, one suite at a time
  await jest(suite, address ? { KINORA_TEST_NODE: address } : {});
}

/** The whole end-to-end suite on a real PostgreSQL. */
async function testPostgres(args) {
  await ready({ tools: true });
  await jest(args, { KINORA_TEST_DATABASE: 'postgres' });
}

/** The kill tests at full size. */
async function testFaults(args) {
  await ready({ tools: true });
  await jest(['\\.faults\\.ts$', '--runInBand', ...args], { KINORA_FAULTS: 'full' });
}

async function bench(args) {
  await ready({ tools: true });
  asIfStartedAlone('test/bench/bench.mjs', args);
  await import('../../test/bench/bench.mjs');
}

/** Compiles on every change and starts the service anew. */
async function dev() {
  await ready({ tools: true });
  forgetBuild();
  copyAssets(at('dist'));
  const tsc = at('node_modules', 'typescript', 'bin', 'tsc');
  const watch = ['-p', 'tsconfig.build.json', '--watch', '--preserveWatchOutput'];
  const run = (args) => spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
  const children = [run([tsc, ...watch]), run(['--watch', at('dist', 'main.js')])];
  const stop = () => children.forEach((child) => child.kill('SIGTERM'));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
  for (const child of children) child.once('exit', stop);
}

export const COMMANDS = {
  demo: runDemo,
  start,
  dev,
  simulator,
  keys,
  workflows,
  test,
  check,
  build,
  bench,
  'test:node': testNode,
  'test:workflows': testWorkflows,
  'test:postgres': testPostgres,
  'test:faults': testFaults,
};
