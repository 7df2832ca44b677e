/** Finds programs that some suites need. Plain JavaScript, because Jest's configuration uses it, too. */
const { spawnSync } = require('node:child_process');
const { accessSync, constants, readdirSync } = require('node:fs');
const { delimiter, join } = require('node:path');

const folders = () => (process.env.PATH ?? '').split(delimiter);

/** The program's path, if it is on the PATH. */
function onPath(program) {
  return folders()
    .map((folder) => join(folder, program))
    .find(isExecutable);
}

/** The folder with initdb and postgres: Debian's folder of the newest version, or one on the PATH. */
function postgresFolder() {
  const versions = '/usr/lib/postgresql';
  const debian = entries(versions).map((version) => join(versions, version, 'bin'));
  return [...debian.sort().reverse(), ...folders()].find((folder) =>
    ['initdb', 'postgres'].every((program) => isExecutable(join(folder, program))),
  );
}

/** The file of a font with Chinese ideographs. */
function ideographFont() {
  const list = spawnSync('fc-list', [':lang=zh-cn', 'file'], { encoding: 'utf8' });
  return list.stdout?.split(':')[0] || undefined;
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

module.exports = { ideographFont, onPath, postgresFolder };
