import { Injectable } from '@nestjs/common';
import { type CommandRunner, InjectCommander } from 'nest-commander';
import { EXIT_CODES } from './exit-code';

/** Commander's own class, which nest-commander doesn't export. */
type Program = Parameters<CommandRunner['setCommand']>[0];

const ABOUT =
  'Makes and changes the API keys of this Kinora, while it runs or not. A change holds from the next request on. ' +
  'Reads config.json, .env and the environment as the server does.';

const LESSON = `
The first steps, once Kinora has started for the first time:
  npm run keys -- create boss "The boss" --admin --key-file ~/boss.key
  npm run keys -- create film-crew "Film crew" --workflows sdxl-t2i
  npm run keys -- list

Answers (a key, the list, JSON) go to standard output, words about them to standard error.
The same: npx kinora keys …, and python3 scripts/manage_agent_keys.py …
More: docs/keys.md

${EXIT_CODES}`;

/** What the program says of itself. */
@Injectable()
export class KeysHelp {
  constructor(@InjectCommander() private readonly program: Program) {
    program
      .name('npm run keys --')
      .description(ABOUT)
      .showHelpAfterError('See: npm run keys -- --help')
      .addHelpText('after', LESSON);
  }

  /** The command line; with an unknown command only that, so that `--help` behind it doesn't hide the mistake. */
  readable(args: readonly string[]): readonly string[] {
    const [name = '-'] = args;
    const known = ['help', ...this.program.commands.map((command) => command.name())];
    return name.startsWith('-') || known.includes(name) ? args : [name];
  }
}
