import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { withLock } from './lock.mjs';
import { at, ROOT, SCRATCH } from './places.mjs';
import { Advice, timed } from './progress.mjs';

const DIST = at('dist');
const STAMP = join(DIST, '.stamp');
const NOT_BUILT = /\.spec\.ts$/;

/** Every file that `dist` is made of, sorted. */
function sources() {
  const files = readdirSync(at('src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !NOT_BUILT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return [...files.sort(), at('tsconfig.json'), at('tsconfig.build.json'), at('package-lock.json')];
}

/** A hash over names and contents: a checkout that only touches dates builds nothing. */
function wanted() {
  const hash = createHash('sha256');
  for (const file of sources()) {
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

const built = (stamp) => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp;

/** Compiles `src` to `dist` when it isn't what stands there. Types are the business of `npm run check`. */
export async function ensureBuilt() {
  if (built(wanted())) return;
  await ensureInstalled({ tools: true });
  await withLock('build', async () => {
    const stamp = wanted();
    if (!built(stamp)) await timed('Building', () => build(stamp));
  });
}

/** Into a folder of its own, swapped in at the end: whoever looks at `dist` sees a whole build. */
function build(stamp) {
  mkdirSync(SCRATCH, { recursive: true });
  const [next, previous] = [join(SCRATCH, 'dist.next'), join(SCRATCH, 'dist.previous')];
  for (const folder of [next, previous]) rmSync(folder, { recursive: true, force: true });
  compile(next);
  copyAssets(next);
  writeFileSync(join(next, '.stamp'), stamp);
  if (existsSync(DIST)) renameSync(DIST, previous);
  renameSync(next, DIST);
  rmSync(previous, { recursive: true, force: true });
}

function compile(outDir) {
  const tsc = at('node_modules', 'typescript', 'bin', 'tsc');
  const args = ['-p', at('tsconfig.build.json'), '--outDir', outDir, '--noCheck'];
  const run = spawnSync(process.execPath, [tsc, ...args], { cwd: ROOT, encoding: 'utf8' });
  if (run.status !== 0) throw new Advice(`${run.stdout}${run.stderr}\nThe build failed.`);
}

/** What the code reads beside itself: workflow graphs, pages, pictures. */
export function copyAssets(outDir) {
  for (const file of sources()) {
    if (file.endsWith('.ts') || !file.startsWith(at('src'))) continue;
    const target = join(outDir, relative(at('src'), file));
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(file, target);
  }
}

/** Before something writes into `dist` by itself (`npm run dev`): the next command builds anew. */
export function forgetBuild() {
  rmSync(STAMP, { force: true });
}
