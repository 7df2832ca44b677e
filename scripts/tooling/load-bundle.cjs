'use strict';
/* Loads the programs from their bundle; see scripts/tooling/bundle.mjs. */

// First: V8 takes the compiled code only if its settings are those with which it was made.
require('./limit-heap-at-start');
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { Script } = require('node:vm');

const filename = join(__dirname, 'bundle.js');
const cache = join(__dirname, 'bundle.cache');

const source = readFileSync(filename, 'latin1');

/** Where each bundled file begins, which the bundle has in comments; read for the first stack trace. */
let files;

function fileAt(position) {
  files ??= [...source.matchAll(/^\/\/ (\S+)$/gm)];
  return files.findLast(({ index }) => index <= position)?.[1];
}

/** Stack traces name the bundled file, too. */
Error.prepareStackTrace = (error, calls) => {
  const lines = calls.map((call) => {
    const file = call.getFileName() === filename && fileAt(call.getPosition());
    return `\n    at ${call}${file ? ` [${file}]` : ''}`;
  });
  return `${error}${lines.join('')}`;
};

const script = new Script(source, {
  filename,
  cachedData: existsSync(cache) ? readFileSync(cache) : undefined,
});
const programs = {};
script.runInThisContext()(programs, require, module, filename, __dirname);

/** Runs the program at this path of `dist` as the content of its module. */
exports.load = (path, program) => {
  program.exports = programs[path]();
};
exports.script = script;
