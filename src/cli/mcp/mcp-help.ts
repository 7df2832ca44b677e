import { Injectable } from '@nestjs/common';
import { InjectCommander } from 'nest-commander';
import { type Program, ProgramHelp } from '../program-help';

/** Command line before the command. */
export const PROGRAM = 'npx kinora';

const ABOUT = 'Connects programs that only start processes to this Kinora.';

const DETAILS = `
More: docs/mcp.md

Exit codes: 0 done · 1 the service is away, or refuses the key · 2 wrong usage`;

@Injectable()
export class McpHelp extends ProgramHelp {
  constructor(@InjectCommander() program: Program) {
    super(program, { name: PROGRAM, about: ABOUT, details: DETAILS });
  }
}
