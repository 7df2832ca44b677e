import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { runToEnd } from './child.mjs';
import { nodeGyp } from './npm.mjs';
import { at } from './places.mjs';
import { Advice, timed } from './progress.mjs';

/**
 * The one native addon of the service. Its own install script fails where both the prebuilt binary and the headers of
 * Node must be downloaded from hosts that a closed network refuses; here the headers of the running Node are used.
 */
const NAME = 'sqlite3';

const require = createRequire(at('package.json'));
const folder = () => dirname(require.resolve(`${NAME}/package.json`));
const binary = () => join(folder(), 'build', 'Release', `node_${NAME}.node`);

/** Whether the addon can be used. Asked in a process of its own: a broken binary may take its process down. */
export function loads() {
  const code = `require(${JSON.stringify(folder())})`;
  return spawnSync(process.execPath, ['-e', code], { stdio: 'ignore' }).status === 0;
}

/**
 * Makes sure that the addon loads: as it is, from this user's cache (N-API: one build serves every Node version), as
 * the prebuilt download, or compiled here.
 */
export async function ensureNative() {
  if (loads() || fromCache()) return;
  await timed(`Fetching or compiling ${NAME} (about a minute, once per machine)`, async () => {
    const log = prebuilt() ? '' : await compile();
    if (!loads()) throw new Advice(`${NAME} was built but does not load.\n${log}`);
  });
  keep();
}

function cacheFile() {
  const { version } = JSON.parse(readFileSync(join(folder(), 'package.json'), 'utf8'));
  const libc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'other';
  const root = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const file = `${NAME}-${version}-${process.platform}-${process.arch}-${libc}.node`;
  return join(root, 'kinora', 'native', file);
}

function fromCache() {
  const cached = cacheFile();
  if (!existsSync(cached)) return false;
  place(cached, binary());
  return loads();
}

function keep() {
  try {
    place(binary(), cacheFile());
  } catch {
    // A home that can't be written to only costs the next clone a minute.
  }
}

/** Copies under a temporary name first, so that nobody ever loads half a file. */
function place(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  const temporary = `${to}.${process.pid}`;
  copyFileSync(from, temporary);
  renameSync(temporary, to);
}

/** The addon's own first choice. A refusing network answers at once; a mute one gets a few seconds. */
function prebuilt() {
  const installer = join(dirname(folder()), 'prebuild-install', 'bin.js');
  if (!existsSync(installer)) return false;
  spawnSync(process.execPath, [installer, '-r', 'napi'], {
    cwd: folder(),
    stdio: 'ignore',
    timeout: 15_000,
  });
  return loads();
}

async function compile() {
  const gyp = nodeGyp();
  const missing = ['python3', 'make', 'g++'].filter((tool) => spawnSync(tool, ['--version']).error);
  if (!gyp) missing.push('npm (which brings node-gyp)');
  if (missing.length > 0) throw new Advice(`${NAME} has to be compiled, and ${advice(missing)}`);
  const nodedir = headersFolder();
  const { code, said: log } = await runToEnd(
    process.execPath,
    [gyp, 'rebuild', '--release', ...(nodedir ? [`--nodedir=${nodedir}`] : [])],
    { cwd: folder(), env: { ...process.env, JOBS: 'max' } },
  );
  if (code === 0) return log;
  const hint = nodedir ? '' : `\n${advice(["Node's headers"])}`;
  throw new Advice(
    `${log.split('\n').slice(-40).join('\n')}\n${NAME} could not be compiled.${hint}`,
  );
}

const advice = (missing) =>
  `this machine lacks ${missing.join(', ')}.\n` +
  'Debian, Ubuntu: apt-get install python3 make g++ (and libnode-dev where Node came from there).\n' +
  'macOS: xcode-select --install. Elsewhere the official Node archive brings its headers.';

/** Where the running Node's headers lie: beside it, or where distributions put them. */
function headersFolder() {
  const prefix = dirname(dirname(realpathSync(process.execPath)));
  return [prefix, process.env.npm_config_nodedir, '/usr', '/usr/local'].find(
    (candidate) => candidate && existsSync(join(candidate, 'include', 'node', 'node_api.h')),
  );
}
