import {
  cpSync,
  existsSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { BUNDLE_SOURCES, bundlePrograms } from './bundle.mjs';
import { buildClient, CLIENT_BUILT, isClientBuilt } from './client.mjs';
import { ensureInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { at, runTool, SCRATCH, timed, UserError } from './project.mjs';
import { buildStudio, isStudioBuilt } from './studio.mjs';

/** Written when a build is complete. */
const BUILT = at('dist', '.built');

/** Installs and builds what is missing or old. Commands that are started together wait for each other. */
export function ensureReady({ tools = false } = {}) {
  return withLock(join(SCRATCH, 'build.lock'), async () => {
    await ensureInstalled({ tools });
    await ensureBuilt();
  });
}

/**
 * Compiles `src` to `dist` and bundles the programs, then the client, whose types come from the service, then the Studio,
 * which uses the client: each if a source is newer. Doesn't check types; `npm run check` does.
 */
async function ensureBuilt() {
  if (!isBuilt()) {
    await ensureInstalled({ tools: true });
    await timed('Building', build);
  }
  if (!isClientBuilt(BUILT)) {
    await ensureInstalled({ tools: true });
    await timed('Building the client', buildClient);
  }
  if (!isStudioBuilt(CLIENT_BUILT)) {
    await ensureInstalled({ tools: true });
    await timed('Building the Studio', buildStudio);
  }
}

function isBuilt() {
  if (!existsSync(BUILT)) return false;
  const { mtimeMs: built } = statSync(BUILT);
  // Folders count, too: they change when a file is deleted.
  const sources = readdirSync(at('src'), { recursive: true, withFileTypes: true })
    .filter(({ name }) => !name.endsWith('.spec.ts'))
    .map(({ parentPath, name }) => join(parentPath, name));
  const settings = [at('tsconfig.json'), at('tsconfig.build.json'), ...BUNDLE_SOURCES];
  return [at('src'), ...settings, ...sources].every((path) => statSync(path).mtimeMs <= built);
}

async function build() {
  const start = new Date();
  // Repeated, because the compiler of a build that was killed may still be writing.
  rmSync(at('dist'), { recursive: true, force: true, maxRetries: 5 });
  const { code, output } = await runTool('typescript-7/bin/tsc', [
    ...['-p', 'tsconfig.build.json', '--noCheck'],
  ]);
  if (code !== 0) throw new UserError(`${output}\nThe build failed.`);
  copyAssets();
  await bundlePrograms();
  writeFileSync(BUILT, '');
  utimesSync(BUILT, start, start); // what is edited during the build is newer
}

/** What the code reads at run time: workflow graphs, pages, pictures. */
export function copyAssets() {
  cpSync(at('src'), at('dist'), { recursive: true, filter: (path) => !path.endsWith('.ts') });
}

/** Before something else writes into `dist` (`npm run dev`): the next command builds again. */
export function forgetBuild() {
  rmSync(BUILT, { force: true });
}
