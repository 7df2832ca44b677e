import { parseArgs } from 'node:util';
import { PAGES } from './pages.mjs';

const HELP = ['--help', '-h'];

/**
 * What to say instead of doing a command: its page where help was asked for, or what is wrong with its arguments.
 * `undefined`: nothing. Before anything is installed, built or started.
 * @param env tells whether npm runs it, so that the page shows what was typed
 */
export function insteadOf(name, args, env) {
  const page = PAGES[name];
  if (!page) return undefined;
  const typed = typedAs(name, env);
  if (args.some((arg) => HELP.includes(arg))) return { code: 0, text: shown(page, typed) };
  if (page.passes) return undefined;
  const fault = faultOf(args, page.flags ?? {});
  return fault && { code: 2, text: `${fault} See: ${typed} --help` };
}

/** The first sentence of what Node says of arguments that aren't these; `undefined`: they are. */
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

/** What is typed before the arguments of a command: `npm run demo --` where npm runs it, else `npx kinora demo`. */
export function typedAs(name, env) {
  return env.npm_lifecycle_event === name ? `npm run ${name} --` : `npx kinora ${name}`;
}

function shown({ does, takes, flags = {}, passes, environment = {} }, typed) {
  const options = { ...flags, '--help, -h': 'show this; nothing is done' };
  return [
    `usage: ${typed} ${takes ?? '[options]'}`,
    [does, ...(passes ? [passes] : [])].join('\n'),
    `Options:\n${lines(options)}`,
    ...(Object.keys(environment).length === 0 ? [] : [`Environment:\n${lines(environment)}`]),
  ].join('\n\n');
}

function lines(texts) {
  const width = Math.max(...Object.keys(texts).map((name) => name.length));
  return Object.entries(texts)
    .map(([name, text]) => `  ${name.padEnd(width)}  ${text}`)
    .join('\n');
}
