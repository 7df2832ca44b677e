import {
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, gzipSync } from 'node:zlib';
import { at, runTool, UserError } from './project.mjs';

const FOLDER = at('studio', 'dist');
/** Written when a build is complete. */
const BUILT = join(FOLDER, '.built');

/** Limits of script, in bytes after gzip: what every page loads, and what a page or a part of one adds to what is loaded before it. */
const MAX_FIRST_LOAD_BYTES = 250_000;
const MAX_PAGE_BYTES = 80_000;
/** Scripts that a page loads, including those of the first load. */
const MAX_PAGE_SCRIPTS = 40;

/** True if neither a source of the Studio nor the built client (`clientBuilt`, its stamp) is newer than the Studio. */
export function isStudioBuilt(clientBuilt) {
  if (!existsSync(BUILT)) return false;
  const { mtimeMs: built } = statSync(BUILT);
  const sources = ['src', 'public'].flatMap((folder) =>
    readdirSync(at('studio', folder), { recursive: true, withFileTypes: true }).map(
      ({ parentPath, name }) => join(parentPath, name),
    ),
  );
  const files = ['index.html', 'vite.config.ts', 'package.json'].map((name) => at('studio', name));
  return [clientBuilt, ...files, ...sources].every((path) => statSync(path).mtimeMs <= built);
}

/** Builds the Studio, with the built client, to static files. */
export async function buildStudio() {
  const start = new Date();
  const { code, output } = await runTool(
    'vite/bin/vite.js',
    ['build', 'studio', '--logLevel', 'warn'],
    // With another value in the user's environment, Vite would bundle the development build of React.
    { env: { NODE_ENV: 'production' } },
  );
  if (code !== 0) throw new UserError(`${output}\nThe build of the Studio failed.`);
  checkBudgets(scriptSizes());
  await compress();
  writeFileSync(BUILT, '');
  utimesSync(BUILT, start, start);
}

/**
 * Bytes of script after gzip: of the first load, and what each page, and each part of one, adds to what imports it; and how
 * many scripts each of these loads, including those of the first load.
 */
export function scriptSizes() {
  const manifest = JSON.parse(readFileSync(join(FOLDER, '.vite', 'manifest.json'), 'utf8'));
  const closure = (key, seen = new Set()) => {
    if (seen.has(key)) return seen;
    seen.add(key);
    for (const next of manifest[key].imports ?? []) closure(next, seen);
    return seen;
  };
  const bytes = (keys) =>
    [...keys].reduce(
      (sum, key) => sum + gzipSync(readFileSync(join(FOLDER, manifest[key].file))).length,
      0,
    );
  const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
  const first = closure(entry);
  /** What is loaded before a page or part, whichever chunk imports it. */
  const isLoadedBefore = (key) => {
    const importers = Object.keys(manifest).filter((other) =>
      manifest[other].dynamicImports?.includes(key),
    );
    const loaded = importers.map((importer) => closure(importer));
    return (chunk) => first.has(chunk) || loaded.every((chunks) => chunks.has(chunk));
  };
  const pages = Object.keys(manifest)
    .filter((key) => manifest[key].isDynamicEntry)
    .map((key) => {
      const isLoaded = isLoadedBefore(key);
      const scripts = closure(key);
      const size = bytes([...scripts].filter((chunk) => !isLoaded(chunk)));
      return { page: key, size, scripts: new Set([...first, ...scripts]).size };
    });
  return { first: bytes(first), pages };
}

function checkBudgets({ first, pages }) {
  const sizes = [{ page: 'the first load', size: first, max: MAX_FIRST_LOAD_BYTES }].concat(
    pages.map(({ page, size }) => ({ page, size, max: MAX_PAGE_BYTES })),
  );
  const excess = [
    ...sizes
      .filter(({ size, max }) => size > max)
      .map(({ page, size, max }) => `${page}: ${size} bytes of script after gzip, at most ${max}`),
    ...pages
      .filter(({ scripts }) => scripts > MAX_PAGE_SCRIPTS)
      .map(({ page, scripts }) => `${page}: ${scripts} scripts, at most ${MAX_PAGE_SCRIPTS}`),
  ];
  if (excess.length > 0) throw new UserError(`The Studio is too large.\n${excess.join('\n')}`);
}

/** Smaller files are sent as they are. */
const MIN_COMPRESSED_BYTES = 1024;

async function compress() {
  const files = readdirSync(FOLDER, { recursive: true })
    .filter((name) => /\.(?:js|css|svg)$/.test(name))
    .map((name) => join(FOLDER, name))
    .filter((file) => statSync(file).size >= MIN_COMPRESSED_BYTES);
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(file);
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(content));
      writeFileSync(`${file}.gz`, await promisify(gzip)(content));
    }),
  );
}
