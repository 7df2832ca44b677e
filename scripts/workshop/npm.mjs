import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';

/** npm's own script, so that it runs on this very Node: the npm that called us, or the one on the PATH. */
export function npmCli() {
  const caller = process.env.npm_execpath;
  if (caller?.endsWith(`${sep}npm-cli.js`) && existsSync(caller)) return caller;
  const folders = [dirname(process.execPath), ...(process.env.PATH ?? '').split(delimiter)];
  const found = folders.map((folder) => join(folder, 'npm')).find((file) => existsSync(file));
  const script = found && realpathSync(found);
  return script?.endsWith('.js') ? script : undefined;
}

/** node-gyp as npm brings it along. */
export function nodeGyp() {
  const cli = npmCli();
  const candidates = [
    ...(cli ? [join(dirname(cli), '..', 'node_modules', 'node-gyp', 'bin', 'node-gyp.js')] : []),
    '/usr/share/nodejs/node-gyp/bin/node-gyp.js', // Debian's own npm
  ];
  return candidates.find((file) => existsSync(file));
}

/** The environment without what an outer `npm --prefix … run …` leaves in it for an inner npm. */
export function cleanEnvironment() {
  const inherited = /^npm_(?:config_(?:local_|global_)?prefix|lifecycle_|package_|command$)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !inherited.test(name)));
}
