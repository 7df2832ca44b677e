import { createRequire } from 'node:module';
import { demo } from '../demo.mjs';
import { copyAssets, ensureReady, forgetBuild } from './build.mjs';
import { placeModels } from './models.mjs';
import { optionsTakenByNpm, programName } from './npm-options.mjs';
import { at, run, runTool, UserError } from './project.mjs';

const require = createRequire(at('package.json'));

/** A module of the built service. */
const built = (path) => require(at('dist', path));

const SETTINGS = {
  KINORA_CONFIG: 'another config.json',
  KINORA_HOST: 'the address to listen on',
  KINORA_PORT: 'the port',
  KINORA_DATA_DIR: 'the folder of database, media and workflows',
  KINORA_DATABASE_URL: 'another database: sqlite:…, postgres://…',
  KINORA_LOG_LEVEL: 'silent, fatal, error, warn, info, debug or trace',
};
const { KINORA_DATA_DIR, KINORA_LOG_LEVEL } = SETTINGS;
const OVERRIDE = 'Environment variables override config.json; .env counts as environment.';
const JEST = { usage: "[Jest's arguments]", passesArguments: true };
const FACING_NODE = { ...JEST, usage: "[address] [Jest's arguments]" };

/**
 * Each command: what it does, for its help; whether it needs the development tools; and `run`, which is called when
 * everything is installed and built. Commands with `ownHelp` read their arguments themselves.
 */
export const COMMANDS = {
  start: {
    does: 'Serves, with the settings of config.json (http://127.0.0.1:8190 by default)',
    note: `Runs until Ctrl+C. ${OVERRIDE}`,
    environment: SETTINGS,
    run: () => built('main.js').serve(),
  },
  demo: {
    does: 'Starts a service with its own data and settings, makes one picture, keeps running',
    options: { '--exit': 'end when the picture is made' },
    environment: {
      KINORA_PORT: 'the port (8190); a free one when it is taken',
      ...{ KINORA_DATA_DIR, KINORA_LOG_LEVEL },
    },
    run: ({ args }) => demo(args, () => built('main.js').serve()),
  },
  'demo:film': {
    does: 'Makes a film of a story, from two characters to the finished file, and checks it',
    options: { '--keep': 'keep the service running, to look at the film in the Studio' },
    environment: {
      KINORA_PORT: 'the port (8190); a free one when it is taken',
      ...{ KINORA_DATA_DIR, KINORA_LOG_LEVEL },
    },
    run: async ({ args }) =>
      (await import('../demo-film/demo-film.mjs')).demoFilm(args, () => built('main.js').serve()),
  },
  'demo:training': {
    does: 'Trains a LoRA on a simulated toolkit, from six pictures to a character that uses it',
    options: { '--keep': 'keep the service running, to look at the results in the Studio' },
    environment: {
      KINORA_PORT: 'the port (8190); a free one when it is taken',
      ...{ KINORA_DATA_DIR, KINORA_LOG_LEVEL },
    },
    run: async ({ args }) => {
      const { demoTraining } = await import('../demo-training/demo-training.mjs');
      const { startToolkit } = built('simulator/public/toolkit/running-toolkit.js');
      await demoTraining(args, { serve: () => built('main.js').serve(), startToolkit });
    },
  },
  keys: {
    does: 'Manages API keys',
    ownHelp: true,
    run: (typed) => commandLine('keys', 'cli/main.js', typed),
  },
  workflows: {
    does: 'Imports, lists and removes workflows',
    ownHelp: true,
    run: (typed) => commandLine('workflows', 'cli/workflows/main.js', typed),
  },
  doctor: maintenance(
    'doctor',
    'Checks configuration, disk, database and media files; repairs when asked',
  ),
  backup: maintenance(
    'backup',
    'Makes a backup of database, media and workflows, while the service runs',
  ),
  restore: maintenance('restore', 'Restores a backup into an empty data folder'),
  mcp: {
    does: 'Speaks MCP on standard input and output, for hosts that only start processes',
    ownHelp: true,
    run: ({ args, folder }) =>
      commandLine('mcp', 'cli/mcp/main.js', { args: ['mcp', ...args], folder }),
  },
  simulator: {
    does: 'Runs a ComfyUI-compatible node without models: --port N, --step-ms N',
    ownHelp: true,
    run: ({ args }) => {
      const readable = args.map((arg) => (arg === '-h' ? '--help' : arg));
      process.argv = [process.execPath, at('dist/simulator/main.js'), ...readable];
      built('simulator/main.js');
    },
  },
  'simulator:training': {
    does: 'Runs a simulated training toolkit: --port N, --root PATH, --steps-per-second N',
    ownHelp: true,
    run: ({ args }) => {
      const readable = args.map((arg) => (arg === '-h' ? '--help' : arg));
      const { KINORA_DATA_DIR: dataDir } = process.env;
      if (dataDir) readable.unshift('--data-dir', dataDir);
      process.argv = [process.execPath, at('dist/simulator/public/toolkit/main.js'), ...readable];
      built('simulator/public/toolkit/main.js');
    },
  },
  dev: {
    does: 'Serves, and restarts on every change of the source',
    note: OVERRIDE,
    environment: SETTINGS,
    tools: true,
    run: dev,
  },
  build: { does: 'Checks the types and compiles to dist', tools: true, run: build },
  check: {
    does: 'Checks types, lint, import rules, unused code, format, OpenAPI, commit messages',
    tools: true,
    run: check,
  },
  test: { does: 'Runs check, then every test', ...JEST, tools: true, run: test },
  'test:node': {
    does: 'Runs the node-facing tests, against the node at the address or the simulator',
    ...FACING_NODE,
    tools: true,
    run: ({ args }) => facingNode('\\.node\\.ts$', args),
  },
  'test:workflows': {
    does: 'Tests whether the node at the address, or the simulator, accepts every shipped workflow',
    ...FACING_NODE,
    options: { '--models FOLDER': 'first create empty model files with the names they need' },
    tools: true,
    run: ({ args }) => {
      const index = args.indexOf('--models');
      if (index >= 0) placeModels(args.splice(index, 2)[1]);
      return facingNode('\\.workflows\\.ts$', args);
    },
  },
  'test:postgres': {
    does: 'Runs the end-to-end tests on PostgreSQL',
    ...JEST,
    tools: true,
    run: ({ args }) => jest(args, { KINORA_TEST_DATABASE: 'postgres' }),
  },
  'test:faults': {
    does: 'Runs the kill tests at full size',
    ...JEST,
    tools: true,
    run: ({ args }) => jest(['\\.faults\\.ts$', '--runInBand', ...args], { KINORA_FAULTS: 'full' }),
  },
  'test:node-versions': {
    does: 'Runs the demo and core tests on each supported Node version (22, 24, 26)',
    usage: '[versions]',
    passesArguments: true,
    tools: true,
    run: async ({ args }) => (await import('./node-versions.mjs')).testNodeVersions(args),
  },
  'studio:shots': {
    does: 'Takes pictures of every place of the Studio, from sample data, into .kinora/studio-shots',
    options: {
      '--only NAMES': 'only these places, separated by commas: generate, gallery, jobs …',
    },
    tools: true,
    run: async ({ args }) => (await import('../studio-shots/shots.mjs')).takeShots(args),
  },
  bench: {
    does: 'Measures, each figure beside a reference',
    options: {
      '--json': 'print JSON',
      '--only NAMES':
        'only these, separated by commas: start, memory, submit, finish, jobs, upstream, reads, ready, keys, lists, files, library, mcp, studio, render',
      '--media N': 'the size of the library that is compared with one of 10,000: 100,000 otherwise',
      '--postgres URL': 'put the libraries into new databases of this PostgreSQL server',
    },
    tools: true,
    run: async ({ args }) => {
      process.argv = [process.execPath, at('test/bench/bench.mjs'), ...args];
      await import('../../test/bench/bench.mjs');
    },
  },
};

/** Runs a command with everything that it needs installed and built. `folder`: where it was typed. */
export async function runCommand(name, args, folder) {
  const { tools = false, run: execute } = COMMANDS[name];
  const advice = optionsTakenByNpm(name, args, process.env);
  if (advice) {
    const text = JSON.stringify({ detail: advice, code: 'usage' }, null, 2);
    console.error(process.env.npm_config_json ? text : advice);
    process.exitCode = 2;
    return;
  }
  await ensureReady({ tools });
  await execute({ args, folder });
}

/** A command of `src/cli/maintenance`, whose program takes the name of the command as its first argument. */
function maintenance(name, does) {
  const run = ({ args, folder }) =>
    commandLine(name, 'cli/maintenance/main.js', { args: [name, ...args], folder });
  return { does, ownHelp: true, run };
}

async function commandLine(script, main, { args, folder }) {
  const { npm_lifecycle_event: event, INIT_CWD: origin } = process.env;
  // `npm run` changes to the repository and keeps the folder in which it was typed.
  const typedIn = (event === script && origin) || folder;
  process.exitCode = await built(main).run(args, typedIn, programName(script, process.env));
}

async function build() {
  const args = ['--noEmit', '-p', 'tsconfig.build.json'];
  const { code, output } = await runTool('typescript-7/bin/tsc', args);
  if (code !== 0) throw new UserError(output);
}

async function check() {
  const { runChecks } = await import('./checks.mjs');
  if (!(await runChecks())) process.exitCode = 1;
}

async function test({ args }) {
  await check();
  console.log('');
  await jest(args);
  if (process.exitCode) console.log('\nSomething failed; see above.');
}

async function jest(args, env = {}) {
  const { code } = await runTool('jest/bin/jest.js', args, { inherit: true, env });
  if (code !== 0) process.exitCode = 1;
}

async function facingNode(files, args) {
  const address = args.find((argument) => /^https?:\/\//.test(argument));
  const rest = args.filter((argument) => argument !== address);
  const suite = [files, '--runInBand', ...rest]; // one node, one suite at a time
  await jest(suite, address ? { KINORA_TEST_NODE: address } : {});
}

async function dev() {
  forgetBuild();
  copyAssets();
  const tsc = [at('node_modules/typescript-7/bin/tsc'), '-p', 'tsconfig.build.json'];
  const ended = new AbortController();
  const inherit = { stdio: 'inherit', signal: ended.signal };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => ended.abort());
  const children = [
    run(process.execPath, [...tsc, '--watch', '--preserveWatchOutput'], inherit),
    run(process.execPath, ['--watch', at('dist', 'main.js')], inherit),
  ];
  await Promise.race(children).catch(() => undefined);
  ended.abort();
}
