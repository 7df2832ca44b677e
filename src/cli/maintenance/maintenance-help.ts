import { Injectable } from '@nestjs/common';
import { InjectCommander } from 'nest-commander';
import { type Program, ProgramHelp } from '../program-help';

/** Command line before the command. */
export const PROGRAM = 'npx kinora';

const ABOUT =
  'Checks, backs up and restores this Kinora. Reads config.json, .env and the environment as the server does.';

const DETAILS = `
More: docs/backup.md

Exit codes: 0 done · 1 problems found, or failed · 2 wrong usage · 7 the database can't be used`;

/** The help of the commands about the installation itself. */
@Injectable()
export class MaintenanceHelp extends ProgramHelp {
  constructor(@InjectCommander() program: Program) {
    super(program, { name: PROGRAM, about: ABOUT, details: DETAILS });
  }
}
