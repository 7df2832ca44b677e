'use strict';
/* The built service, as `dist/main.js`; see scripts/tooling/bundle.mjs. */

// First: V8 takes the compiled code only if its settings are those with which it was made.
require('./limit-heap-at-start');
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { Script } = require('node:vm');

const filename = join(__dirname, 'bundle.js');
const cache = join(__dirname, 'bundle.cache');

/** Line and name of each bundled file, which the bundle has in comments; read for the first stack trace. */
let files;

function fileOf(line) {
  files ??= readFileSync(filename, 'latin1')
    .split('\n')
    .flatMap((text, index) =>
      /^\/\/ \S+$/.test(text) ? [{ line: index + 1, name: text.slice(3) }] : [],
    );
  return files.findLast((file) => file.line <= line)?.name;
}

/** Stack traces name the bundled file, too. */
Error.prepareStackTrace = (error, calls) => {
  const lines = calls.map((call) => {
    const file = call.getFileName() === filename && fileOf(call.getLineNumber());
    return `\n    at ${call}${file ? ` [${file}]` : ''}`;
  });
  return `${error}${lines.join('')}`;
};

const script = new Script(readFileSync(filename, 'latin1'), {
  filename,
  cachedData: existsSync(cache) ? readFileSync(cache) : undefined,
});
script.runInThisContext()(exports, require, module, module.filename, __dirname);
exports.script = script;
