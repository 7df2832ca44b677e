import { Injectable } from '@nestjs/common';
import { InjectCommander } from 'nest-commander';
import { EXIT_CODES } from './exit-code';
import { type Program, ProgramHelp } from './program-help';

const ABOUT =
  'Creates and changes the API keys of this Kinora installation, whether or not the server is running. ' +
  'Changes take effect on the next request. ' +
  'Reads config.json, .env and the environment as the server does.';

const DETAILS = `
The first steps, once Kinora has started for the first time:
  npm run keys -- create boss "The boss" --admin --key-file ~/boss.key
  npm run keys -- create film-crew "Film crew" --workflows sdxl-t2i
  npm run keys -- list

Results (a key, the list, JSON) go to standard output, messages to standard error.
Equivalent commands: npx kinora keys …, and python3 scripts/manage_agent_keys.py …
More: docs/keys.md

${EXIT_CODES}`;

/** The help of the key commands. */
@Injectable()
export class KeysHelp extends ProgramHelp {
  constructor(@InjectCommander() program: Program) {
    super(program, { name: 'npm run keys --', about: ABOUT, details: DETAILS });
  }
}
