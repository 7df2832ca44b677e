import { parseArgs } from 'node:util';
import { COMMANDS } from './commands.mjs';
import { programName } from './npm-options.mjs';

/** What `npx kinora --help` prints. */
export function overview() {
  const texts = Object.fromEntries(
    Object.entries(COMMANDS).map(([name, { does }]) => [name, does]),
  );
  return `Kinora: a media studio on top of the ComfyUI nodes that you run.

usage: npx kinora <command> [arguments]
       npm run <command> -- [arguments]

${table(texts)}

Each command has its own help: npx kinora <command> --help
npx finds kinora in this repository: run it in its folder.

More: README.md, CONTRIBUTING.md`;
}

/**
 * The text and exit code to end with instead of running the command: its help page, or what is wrong with its arguments.
 * `undefined` if the command is to run. Call it before anything is installed, built or started.
 */
export function helpOrUsageError(name, args, env) {
  const command = COMMANDS[name];
  if (command.ownHelp) return undefined;
  const program = programName(name, env);
  if (args.includes('--help') || args.includes('-h'))
    return { code: 0, text: helpPage(command, program) };
  if (command.passesArguments) return undefined;
  const error = usageError(args, command.options ?? {});
  return error && { code: 2, text: `${error} See: ${program} --help` };
}

/** The first sentence of Node's error message if the arguments don't match the options, else `undefined`. */
function usageError(args, flags) {
  const options = Object.keys(flags).map((flag) => {
    const [name, value] = flag.slice(2).split(' ');
    return [name, { type: value ? 'string' : 'boolean' }];
  });
  try {
    parseArgs({ args, options: Object.fromEntries(options) });
    return undefined;
  } catch (error) {
    return `${error.message.split(/\.(?:\s|$)/)[0]}.`;
  }
}

function helpPage({ does, note, usage = '[options]', options = {}, environment = {} }, program) {
  const variables =
    Object.keys(environment).length > 0 ? [`Environment:\n${table(environment)}`] : [];
  return [
    `usage: ${program} ${usage}`,
    [`${does}.`, ...(note ? [note] : [])].join('\n'),
    `Options:\n${table({ ...options, '--help, -h': 'show this and do nothing' })}`,
    ...variables,
  ].join('\n\n');
}

function table(texts) {
  const width = Math.max(...Object.keys(texts).map((name) => name.length));
  return Object.entries(texts)
    .map(([name, text]) => `  ${name.padEnd(width)}  ${text}`)
    .join('\n');
}
