/**
 * Where programs are that some suites need. Plain JavaScript, because Jest's configuration asks, too.
 */
const { accessSync, constants, readdirSync } = require('node:fs');
const { delimiter, join } = require('node:path');

const folders = () => (process.env.PATH ?? '').split(delimiter);

/** The program's path, if it is on the PATH. */
function onPath(program) {
  return folders()
    .map((folder) => join(folder, program))
    .find(isExecutable);
}

/** The folder that holds initdb and postgres: where Debian keeps each version's own, or on the PATH. */
function postgresFolder() {
  const versions = '/usr/lib/postgresql';
  const debian = entries(versions).map((version) => join(versions, version, 'bin'));
  return [...debian.sort().reverse(), ...folders()].find((folder) =>
    ['initdb', 'postgres'].every((program) => isExecutable(join(folder, program))),
  );
}

function entries(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

module.exports = { onPath, postgresFolder };
