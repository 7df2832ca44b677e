/**
 * Makes sure a native addon loads, and builds it against the headers of the running Node where it does not.
 *
 * Why our own: the addon's own install script downloads a prebuilt binary (from a host that a closed network
 * refuses) and, failing that, the headers. A machine that runs Node nearly always has the headers already.
 * The result is kept under the user's cache folder (N-API: one build serves every Node version), so that a
 * second install takes seconds.
 *
 * usage: node scripts/native.mjs sqlite3
 */
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

const require = createRequire(import.meta.url);
const name = process.argv[2] ?? 'sqlite3';

let folder;
try {
  folder = dirname(require.resolve(`${name}/package.json`));
} catch {
  process.exit(0); // not installed (for instance `npm ci --omit=optional`): nothing to build
}

const loads = () =>
  spawnSync(process.execPath, ['-e', `require(${JSON.stringify(folder)})`], { stdio: 'ignore' })
    .status === 0;

const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const binary = join(folder, 'build', 'Release', `node_${name}.node`);
const cacheRoot = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
const libc = process.report?.getReport?.().header?.glibcVersionRuntime ? 'glibc' : 'other';
const cached = join(
  cacheRoot,
  'kinora',
  'native',
  `${name}-${version}-${process.platform}-${process.arch}-${libc}.node`,
);

/** Copies under a temporary name first, so that a second install never sees half a file. */
function place(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  const temporary = `${to}.${process.pid}`;
  copyFileSync(from, temporary);
  renameSync(temporary, to);
}

function fromCache() {
  if (!existsSync(cached)) return false;
  place(cached, binary);
  return loads();
}

function headersFolder() {
  const prefix = dirname(dirname(realpathSync(process.execPath)));
  const candidates = [process.env.npm_config_nodedir, prefix, '/usr', '/usr/local'];
  return candidates.find((dir) => dir && existsSync(join(dir, 'include', 'node', 'node_api.h')));
}

function nodeGyp() {
  try {
    return require.resolve('node-gyp/bin/node-gyp.js');
  } catch {
    return join(
      dirname(process.env.npm_execpath ?? ''),
      '..',
      'node_modules',
      'node-gyp',
      'bin',
      'node-gyp.js',
    );
  }
}

function build() {
  const nodedir = headersFolder();
  console.log(`Building ${name} ${version} (about a minute, once per machine)…`);
  const args = [nodeGyp(), 'rebuild', '--release', ...(nodedir ? [`--nodedir=${nodedir}`] : [])];
  const result = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, JOBS: 'max' },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (result.status === 0 && loads()) return true;
  process.stderr.write(`${result.stderr ?? ''}\n`);
  return false;
}

/** The addon's own way: a prebuilt binary, where the network has one. */
function prebuilt() {
  const installer = join(dirname(folder), 'prebuild-install', 'bin.js');
  if (!existsSync(installer)) return false;
  spawnSync(process.execPath, [installer, '-r', 'napi'], {
    cwd: folder,
    stdio: 'ignore',
    timeout: 60_000,
  });
  return loads();
}

if (loads()) process.exit(0);
if (fromCache()) process.exit(0);
if (build() || prebuilt()) {
  try {
    place(binary, cached);
  } catch (error) {
    console.warn(`Could not keep the built ${name} in ${cached}: ${error.message}`);
  }
  process.exit(0);
}
console.error(
  `${name} could not be built. It needs python3, make, g++ and Node's headers ` +
    `(Debian: apt-get install python3 make g++ libnode-dev; elsewhere the official Node archive brings its headers).`,
);
process.exit(1);
