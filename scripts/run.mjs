#!/usr/bin/env node
/**
 * Every command of package.json: installs and builds first when needed, then does it, in this very process where the
 * service runs, so that signals reach it. Built-ins only: it must run before anything is installed.
 *
 * usage: node scripts/run.mjs <command> [arguments]
 */
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Kinora needs Node 20.19 or newer; this is ${process.version} (${process.execPath}).`,
  );
  process.exit(1);
}

const { insteadOf } = await import('./workshop/asked.mjs');
const { COMMANDS } = await import('./workshop/commands.mjs');
const { endWithNpm } = await import('./workshop/end-with-npm.mjs');
const { help } = await import('./workshop/help.mjs');
const { ROOT } = await import('./workshop/places.mjs');

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (!command) {
  const asked = ['--help', '-h', 'help'].includes(name);
  const text = help(Object.keys(COMMANDS));
  if (asked) console.log(text);
  else console.error(name ? `There is no command '${name}'.\n\n${text}` : text);
  process.exit(asked ? 0 : 2);
}
const instead = insteadOf(name, args, process.env);
if (instead) {
  (instead.code === 0 ? console.log : console.error)(instead.text);
  process.exit(instead.code);
}

// A reader who has seen enough (`| head`) is no reason to stop working.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
});
const folder = process.cwd();
process.chdir(ROOT);
endWithNpm();
try {
  await command(args, folder);
} catch (error) {
  console.error(error?.name === 'Advice' ? `\n${error.message}` : error);
  process.exit(1); // What was begun, a connection to the database for one, must not keep a failed command alive.
}
