import { copyFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { at, ROOT, run } from './project.mjs';

/** They stay in node_modules: native code, files that aren't code, what most starts don't load, what bundlers misread. */
const NOT_BUNDLED = ['jsonc-parser', 'pg', 'sharp', 'sqlite3', 'swagger-ui-dist'];

const PROGRAM = at('dist', 'main.js');
const LOADER = at('scripts', 'tooling', 'load-bundle.cjs');
const COMPILER = at('scripts', 'tooling', 'compile-bundle.cjs');

/** Files whose change requires a new bundle, beside the sources. */
export const BUNDLE_SOURCES = [
  at('scripts', 'tooling', 'bundle.mjs'),
  LOADER,
  COMPILER,
  at('package-lock.json'),
];

/**
 * Puts the compiled service and the packages that it loads into `dist/bundle.js`, what V8 makes of it into
 * `dist/bundle.cache`, and replaces `dist/main.js` by a loader: to find, read and compile 3,200 files took half of a start.
 * The single files stay in `dist` for the other programs.
 */
export async function bundleService() {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    cwd: ROOT,
    input: PROGRAM,
    platform: 'node',
    treeshake: false,
    external: NOT_BUNDLED,
    // Packages look for others that they can do without, and catch the error when these aren't there.
    onLog: (level, log, handle) => {
      if (log.code !== 'UNRESOLVED_IMPORT') handle(level, log);
    },
    plugins: [filesBesideModules],
  });
  const { output } = await build.generate({
    format: 'cjs',
    codeSplitting: false,
    comments: false,
    // Otherwise rolldown removes what it takes for dead code: also calls that are made because they may throw.
    minify: false,
  });
  await build.close();
  writeFileSync(at('dist', 'bundle.js'), asFunction(output[0].code));
  copyFileSync(LOADER, PROGRAM);
  const compiled = await run(process.execPath, [COMPILER]);
  if (compiled.code !== 0)
    process.stderr.write(`${compiled.output}\nStarts take longer: the bundle wasn't compiled. `);
}

/** Lets our modules find what lies beside their own file. */
const filesBesideModules = {
  name: 'files-beside-modules',
  transform: (code, id) => {
    if (id.includes(`${sep}node_modules${sep}`) || id === PROGRAM) return null;
    const file = relative(dirname(PROGRAM), id).replaceAll(sep, '/');
    const path = (name) => `require('node:path').join(__dirname, '${name}')`;
    return code
      .replaceAll(/require\.resolve\((['"])\.\//g, `require.resolve($1./${dirname(file)}/`)
      .replaceAll(/\b__dirname\b/g, path(dirname(file)))
      .replaceAll(/\b__filename\b/g, path(file));
  },
};

/** The function that Node makes of a CommonJS module. In ASCII, because V8 stores other text with two bytes per character. */
function asFunction(code) {
  const ascii = code.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `(function (exports, require, module, __filename, __dirname) {${ascii}\n})`;
}
