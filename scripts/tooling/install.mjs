import { readFileSync } from 'node:fs';
import { at, ROOT, run, timed, UserError } from './project.mjs';
import { ensureSqlite } from './sqlite.mjs';

const IS_WINDOWS = process.platform === 'win32';

/** Installs the packages of the lockfile unless they are installed. `tools`: development packages are needed too. */
export async function ensureInstalled({ tools }) {
  if (!isInstalled(tools)) await timed('Installing packages', npmCi);
  await ensureSqlite();
}

/** Compares the lockfile with the one that npm writes into node_modules at the end of each install. */
function isInstalled(tools) {
  const installed = packagesOf(at('node_modules', '.package-lock.json'));
  if (!installed) return false;
  return Object.entries(packagesOf(at('package-lock.json'))).every(([path, entry]) => {
    if (!(path in installed)) return mayBeMissing(path, entry, tools);
    return installed[path].version === entry.version;
  });
}

/** Npm skips optional packages that don't fit the platform, and `dev` ones are installed on demand. */
function mayBeMissing(path, { optional, devOptional, dev }, tools) {
  const isPackage = path.includes('node_modules/');
  return !isPackage || optional || devOptional || (dev && !tools);
}

function packagesOf(lockfile) {
  try {
    return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** Skips install scripts: only that of sqlite3 is needed, and sqlite.mjs does its work. */
async function npmCi() {
  const flags = ['--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'];
  const args = ['ci', '--prefix', ROOT, ...flags, '--loglevel=error'];
  const { code, output } = await run('npm', args, { shell: IS_WINDOWS }).catch((error) => ({
    code: 1,
    output: error.message,
  }));
  if (code === 0) return;
  throw new UserError(
    `${output}\nnpm ci failed. If the package registry could not be reached, check the network, the proxy and ` +
      '`npm config get registry`, then run this again.',
  );
}
