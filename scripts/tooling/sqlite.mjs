import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { at, run, SCRATCH, timed, UserError } from './project.mjs';

/**
 * sqlite3 is the only native addon. Its own install script downloads a prebuilt binary or the headers of Node; networks
 * that offer only the npm registry refuse both. Here it is compiled with the headers of the running Node where the
 * download fails. It uses Node-API, so one build serves every Node version.
 */
const FOLDER = at('node_modules', 'sqlite3');
const BINARY = join(FOLDER, 'build', 'Release', 'node_sqlite3.node');

/** A network that refuses connections fails at once; this limits one that drops packets. */
const DOWNLOAD_TIMEOUT_MS = 15_000;

/** Names the binary that has loaded, and where: trying it again would cost each command a process. */
const LOADED = join(SCRATCH, 'sqlite-loaded');

/** Makes sure that the addon loads: as it is, from the user's cache, downloaded, or compiled. */
export async function ensureSqlite() {
  if (hasLoadedBefore()) return;
  await makeLoadable();
  try {
    writeFileSync(LOADED, here());
  } catch {
    // Nothing can be written here, so the next command tries again.
  }
}

async function makeLoadable() {
  if (addonLoads()) return;
  const cached = cacheFile();
  if (existsSync(cached)) copyAtomically(cached, BINARY);
  if (addonLoads()) return;
  await timed(
    'Fetching or compiling sqlite3 (one to three minutes, once per machine)',
    async () => {
      if (!tryDownload()) await compile();
      if (!addonLoads()) throw new UserError('sqlite3 was built but does not load.');
    },
  );
  try {
    copyAtomically(BINARY, cached);
  } catch {
    // The cache folder is not writable, so the next clone fetches or compiles the addon again.
  }
}

function hasLoadedBefore() {
  try {
    return readFileSync(LOADED, 'utf8') === here();
  } catch {
    return false;
  }
}

/** What decides whether the addon loads: its binary, Node and the C library. */
function here() {
  const { size, mtimeMs } = statSync(BINARY);
  const { arch, execPath, platform, version } = process;
  return [size, mtimeMs, execPath, version, platform, arch, libc()].join(' ');
}

const libc = () => process.report.getReport().header.glibcVersionRuntime;

/** Loads the addon in a child process, because a broken binary can crash the process that loads it. */
function addonLoads() {
  const code = `require(${JSON.stringify(FOLDER)})`;
  return spawnSync(process.execPath, ['-e', code], { stdio: 'ignore' }).status === 0;
}

function cacheFile() {
  const { version } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8'));
  const name = `sqlite3-${version}-${process.platform}-${process.arch}-${libc() ? 'glibc' : 'other'}.node`;
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'kinora', 'native', name);
}

/** Copies under a temporary name and renames, so that another process never loads half a file. */
function copyAtomically(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  const temporary = `${to}.${process.pid}`;
  copyFileSync(from, temporary);
  renameSync(temporary, to);
}

/** True if a prebuilt binary was downloaded and loads. */
function tryDownload() {
  const installer = at('node_modules', 'prebuild-install', 'bin.js');
  const options = { cwd: FOLDER, stdio: 'ignore', timeout: DOWNLOAD_TIMEOUT_MS };
  spawnSync(process.execPath, [installer, '-r', 'napi'], options);
  return addonLoads();
}

async function compile() {
  const gyp = nodeGyp();
  const missing = ['python3', 'make', 'g++'].filter((tool) => spawnSync(tool, ['--version']).error);
  if (!gyp) missing.push('npm (which contains node-gyp)');
  if (missing.length > 0) throw new UserError(`sqlite3 must be compiled, but ${advice(missing)}`);
  const headers = headersFolder();
  const args = [gyp, 'rebuild', '--release', ...(headers ? [`--nodedir=${headers}`] : [])];
  const options = { cwd: FOLDER, env: { ...process.env, JOBS: 'max' } };
  const { code, output } = await run(process.execPath, args, options);
  if (code === 0) return;
  const log = output.split('\n').slice(-40).join('\n');
  const hint = headers ? '' : `\n${advice(["Node's headers"])}`;
  throw new UserError(`${log}\nsqlite3 could not be compiled.${hint}`);
}

const advice = (missing) =>
  `this machine lacks ${missing.join(', ')}.\n` +
  'Debian, Ubuntu: apt-get install python3 make g++ (and libnode-dev if Node is from Debian).\n' +
  'macOS: xcode-select --install. Elsewhere the official Node archive contains its headers.';

/** node-gyp comes with npm: the npm that runs this, the one on the PATH, or Debian's package. */
function nodeGyp() {
  const folders = [dirname(process.execPath), ...(process.env.PATH ?? '').split(delimiter)];
  const clis = [
    process.env.npm_execpath,
    ...folders.map((folder) => join(folder, 'npm')).filter((file) => existsSync(file)),
  ].filter(Boolean);
  return [
    ...clis.map((cli) =>
      join(dirname(realpathSync(cli)), '../node_modules/node-gyp/bin/node-gyp.js'),
    ),
    '/usr/share/nodejs/node-gyp/bin/node-gyp.js',
  ].find((file) => existsSync(file));
}

/** The folder with Node's headers: beside the running Node, or where distributions put them. */
function headersFolder() {
  const prefix = dirname(dirname(realpathSync(process.execPath)));
  return [prefix, process.env.npm_config_nodedir, '/usr', '/usr/local'].find(
    (folder) => folder && existsSync(join(folder, 'include', 'node', 'node_api.h')),
  );
}
