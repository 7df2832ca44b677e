import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { runToEnd } from './child.mjs';
import { withLock } from './lock.mjs';
import { ensureNative, loads } from './native.mjs';
import { cleanEnvironment, npmCli } from './npm.mjs';
import { at } from './places.mjs';
import { Advice, timed } from './progress.mjs';

const STAMP = at('node_modules', '.kinora-stamp');

/** What the installed packages depend on. */
function wanted() {
  const lockfile = createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex');
  const [major] = process.versions.node.split('.');
  return `${lockfile} node${major} ${process.platform}-${process.arch}\n`;
}

/** Says that node_modules is whole and belongs to the lockfile. Written last. */
export function writeStamp() {
  writeFileSync(STAMP, wanted());
}

const stamped = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted();

/** The tools are there, not only what production needs (`npm ci --omit=dev`). */
export const hasTools = () => existsSync(at('node_modules', 'typescript', 'package.json'));

/** Installs what the lockfile says when it isn't installed, or was installed for another Node. */
export async function ensureInstalled({ tools }) {
  const packages = () => stamped() && (hasTools() || !tools);
  if (packages() && loads()) return;
  await withLock(
    'install',
    async () => {
      if (!packages()) await timed('Installing packages', npmCi);
      await ensureNative();
      writeStamp();
    },
    () => process.stderr.write('Waiting for another install in this folder…\n'),
  );
}

/** Without install scripts: the only one that is needed is our own (native.mjs). */
async function npmCi() {
  const args = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'];
  const cli = npmCli();
  const [command, first] = cli ? [process.execPath, [cli]] : ['npm', []];
  const { code, said } = await runToEnd(command, [...first, ...args, '--loglevel=error'], {
    env: cleanEnvironment(),
  }).catch((error) => ({ code: 1, said: error.message }));
  if (code === 0) return;
  throw new Advice(`${said}\nnpm ci failed. ${OFFLINE.test(said) ? NO_REGISTRY : ''}`.trimEnd());
}

const OFFLINE = /\b(?:ECONNREFUSED|ECONNRESET|EAI_AGAIN|ENETUNREACH|ENOTFOUND|ETIMEDOUT)\b/;

const NO_REGISTRY =
  'The package registry could not be reached: look at the network, the proxy and `npm config get registry`, and run this again.';
