const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');

/*
 * Loaded first by the child processes that the service starts during a test (jest-runtime.cjs): they run from `src`, too.
 * Compiled files are kept, since loading the compiler takes longer than everything else that these processes do.
 */
const folder = join(__dirname, '..', '..', 'node_modules', '.cache', 'kinora-tests');

Module._extensions['.ts'] = (module, filename) => {
  const source = readFileSync(filename, 'utf8');
  const file = join(
    folder,
    `${createHash('sha256').update(`${filename}\0${source}`).digest('hex')}.js`,
  );
  module._compile(compiledBefore(file) ?? compile({ source, filename, file }), filename);
};

function compiledBefore(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function compile({ source, filename, file }) {
  const { code } = require('./typescript-transform.cjs').process(source, filename);
  mkdirSync(folder, { recursive: true });
  // Several processes may do this at the same time.
  const part = `${file}.${process.pid}`;
  writeFileSync(part, code);
  renameSync(part, file);
  return code;
}
