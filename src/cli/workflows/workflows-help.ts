import { Injectable } from '@nestjs/common';
import { InjectCommander } from 'nest-commander';
import { type Program, ProgramHelp } from '../program-help';

const ABOUT =
  'Brings workflows into this Kinora and takes them out, while it runs or not. ' +
  'Reads config.json, .env and the environment as the server does.';

const LESSON = `
More: docs/workflows.md

Exit codes: 0 done · 1 failed, nothing changed · 2 wrong usage · 3 no such workflow
            4 the id is taken · 7 the database can't be used`;

/** What the workflow command line says of itself. */
@Injectable()
export class WorkflowsHelp extends ProgramHelp {
  constructor(@InjectCommander() program: Program) {
    super(program, { name: 'npx kinora workflows', about: ABOUT, lesson: LESSON });
  }
}
