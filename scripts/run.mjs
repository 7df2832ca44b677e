#!/usr/bin/env node
/**
 * Runs the commands of package.json: installs and builds first if needed, then does the work in this very process, so
 * that signals reach it. Uses Node's built-ins only, because it runs before anything is installed.
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

const { COMMANDS, runCommand } = await import('./tooling/commands.mjs');
const { endWithNpm } = await import('./tooling/end-with-npm.mjs');
const { helpOrUsageError, overview } = await import('./tooling/help.mjs');
const { ROOT } = await import('./tooling/project.mjs');

const [name = '', ...args] = process.argv.slice(2);
if (!Object.hasOwn(COMMANDS, name)) {
  const isHelp = ['--help', '-h', 'help'].includes(name);
  if (isHelp) console.log(overview());
  else console.error(name ? `There is no command '${name}'.\n\n${overview()}` : overview());
  process.exit(isHelp ? 0 : 2);
}
const answer = helpOrUsageError(name, args, process.env);
if (answer) {
  (answer.code === 0 ? console.log : console.error)(answer.text);
  process.exit(answer.code);
}

// A reader that closes the pipe early (`| head`) doesn't end the work.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
});
const folder = process.cwd();
process.chdir(ROOT);
endWithNpm();
try {
  await runCommand(name, args, folder);
} catch (error) {
  console.error(error?.name === 'UserError' ? `\n${error.message}` : error);
  process.exit(1); // open handles, such as a database connection, must not keep a failed command running
}
