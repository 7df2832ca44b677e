const { execFileSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');

/*
 * Loaded first by the child processes that the service starts during a test (jest-runtime.cjs): they run from `src`, too.
 * Files are compiled by a process of its own and kept: the compiler takes more time and memory than everything else that
 * these processes do, and tests assert their memory.
 */
const ROOT = join(__dirname, '..', '..');
const folder = join(ROOT, 'node_modules', '.cache', 'kinora-tests');

if (require.main === module) compilePlatform();
else
  Module._extensions['.ts'] = (module, filename) => {
    const file = compiledName(filename);
    if (compiledBefore(file) === undefined)
      execFileSync(process.execPath, [join(__dirname, 'typescript-in-children.cjs')]);
    module._compile(compiledBefore(file) ?? compile(filename, file), filename);
  };

/** Compiles what is missing of the folder that the children load nearly all of their files from. */
function compilePlatform() {
  const platform = join(ROOT, 'src', 'platform');
  const files = readdirSync(platform, { recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .map((name) => join(platform, name));
  for (const filename of files) {
    const file = compiledName(filename);
    if (compiledBefore(file) === undefined) compile(filename, file);
  }
}

function compiledName(filename) {
  const source = readFileSync(filename, 'utf8');
  return join(folder, `${createHash('sha256').update(`${filename}\0${source}`).digest('hex')}.js`);
}

function compiledBefore(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function compile(filename, file) {
  const source = readFileSync(filename, 'utf8');
  const { code } = require('./typescript-transform.cjs').process(source, filename);
  mkdirSync(folder, { recursive: true });
  // Several processes may do this at the same time.
  const part = `${file}.${process.pid}`;
  writeFileSync(part, code);
  renameSync(part, file);
  return code;
}
