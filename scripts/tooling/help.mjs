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
 * What to print instead of running a command: its help, or what is wrong with its arguments. `undefined`: run it. Called
 * before anything is installed, built or started.
 */
export function answerInstead(name, args, env) {
  const command = COMMANDS[name];
  if (command.ownHelp) return undefined;
  const program = programName(name, env);
  if (args.includes('--help') || args.includes('-h'))
    return { code: 0, text: page(command, program) };
  if (command.passesArguments) return undefined;
  const fault = faultOf(args, command.options ?? {});
  return fault && { code: 2, text: `${fault} See: ${program} --help` };
}

/** The first sentence of Node's message about arguments that don't match the options. */
function faultOf(args, flags) {
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

function page({ does, note, usage = '[options]', options = {}, environment = {} }, program) {
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
