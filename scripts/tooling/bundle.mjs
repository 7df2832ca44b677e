import { copyFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { at, ROOT, run } from './project.mjs';

/** They stay in node_modules: native code, files that aren't code, what most starts don't load, what bundlers misread. */
const NOT_BUNDLED = [
  '@modelcontextprotocol/server',
  'iconv-lite',
  'jsonc-parser',
  'pg',
  'prettier',
  'sharp',
  'sqlite3',
  'swagger-ui-dist',
  'typescript',
];

/** Files that packages load and the service never uses: drivers of other databases, phone number plans, a form parser. */
const UNUSED =
  /node_modules\/(typeorm\/driver\/(?!sqlite|postgres)[^/]+\/\w+Driver|libphonenumber-js\/max\/index|multer\/index)\.c?js$/;

const DIST = at('dist');
/** The service and the command lines, as paths in `dist`. */
const PROGRAMS = [
  'main.js',
  ...['cli/main.js', 'cli/workflows/main.js', 'cli/maintenance/main.js', 'cli/mcp/main.js'],
];
/** The start of the bundle: each program under its path, loaded when it is called. */
const ENTRY = 'programs.cjs';
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
 * Puts the compiled programs and the packages that they load into `dist/bundle.js`, what V8 makes of it into
 * `dist/bundle.cache`, and replaces each program by one that loads it from there: to find, read and compile 3,200 files took
 * half of a start. The other files stay in `dist`, for child processes and the simulators.
 */
export async function bundlePrograms() {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    cwd: ROOT,
    input: ENTRY,
    platform: 'node',
    treeshake: false,
    external: NOT_BUNDLED,
    // Packages look for others that they can do without, and catch the error when these aren't there.
    onLog: (level, log, handle) => {
      if (log.code !== 'UNRESOLVED_IMPORT') handle(level, log);
    },
    resolve: { alias: { 'mime-types': at('node_modules', 'mime-types', 'index.js') } },
    plugins: [entry, filesBesideModules, withoutUnused],
  });
  const { output } = await build.generate({
    format: 'cjs',
    dynamicImportInCjs: false,
    codeSplitting: false,
    comments: false,
    // Otherwise rolldown removes what it takes for dead code: also calls that are made because they may throw.
    minify: false,
  });
  await build.close();
  writeFileSync(join(DIST, 'bundle.js'), asFunction(await withoutWhitespace(output[0].code)));
  copyFileSync(LOADER, join(DIST, 'load-bundle.cjs'));
  for (const path of PROGRAMS) {
    const loader = relative(dirname(path), 'load-bundle.cjs').replace(/^(?!\.)/, './');
    writeFileSync(join(DIST, path), `require('${loader}').load('${path}', module);\n`);
  }
  const compiled = await run(process.execPath, [COMPILER]);
  if (compiled.code !== 0)
    process.stderr.write(`${compiled.output}\nStarts take longer: the bundle wasn't compiled. `);
}

const entry = {
  name: 'entry',
  resolveId: (id) => (id === ENTRY ? id : null),
  load: (id) =>
    id === ENTRY
      ? PROGRAMS.map((path) => `exports['${path}'] = () => require('${join(DIST, path)}');`).join(
          '\n',
        )
      : null,
};

/** Replaces an unused file by a class of its name, which code may compare others with. */
const withoutUnused = {
  name: 'without-unused',
  load: (id) =>
    UNUSED.test(id.replaceAll(sep, '/'))
      ? `exports.${basename(id, extname(id))} = class {};`
      : null,
};

/** Lets our modules find what lies beside their own file. */
const filesBesideModules = {
  name: 'files-beside-modules',
  transform: (code, id) => {
    if (id.includes(`${sep}node_modules${sep}`) || id === ENTRY) return null;
    const file = relative(DIST, id).replaceAll(sep, '/');
    const path = (name) => `require('node:path').join(__dirname, '${name}')`;
    return code
      .replaceAll(/require\.resolve\((['"])\.\//g, `require.resolve($1./${dirname(file)}/`)
      .replaceAll(/\b__dirname\b/g, path(dirname(file)))
      .replaceAll(/\b__filename\b/g, path(file));
  },
};

/** The start of a bundled file: rolldown's only comments, from which the loader reads where each file begins. */
const FILE_START = /^(\/\/ \S+\.\w+)$/m;

/** One line per file: V8 keeps the text, and 8 bytes for each line after the first stack trace. */
async function withoutWhitespace(code) {
  const { minifySync } = await import('rolldown/utils');
  const options = { compress: false, mangle: false, codegen: { removeWhitespace: true } };
  const lines = code.split(FILE_START).map((part) => {
    if (FILE_START.test(part)) return part;
    const { code: line, errors } = minifySync('bundle.cjs', part, options);
    if (errors.length > 0) throw new Error(errors[0].message);
    return line.trim();
  });
  return `\n${lines.join('\n')}`;
}

/** The function that Node makes of a CommonJS module. In ASCII, because V8 stores other text with two bytes per character. */
function asFunction(code) {
  const ascii = code.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `(function (exports, require, module, __filename, __dirname) {${ascii}\n})`;
}
