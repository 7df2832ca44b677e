import { Injectable } from '@nestjs/common';
import { Invocation } from '../invocation';
import { Terminal } from '../terminal';
import { TerminalCommand } from '../terminal-command';
import { PROGRAM } from './maintenance-help';

/** Base of the commands about the installation. Each one is a script of npm, too. */
@Injectable()
export abstract class MaintenanceCommand extends TerminalCommand {
  protected readonly program = PROGRAM;

  constructor(
    protected readonly terminal: Terminal,
    protected readonly invocation: Invocation,
  ) {
    super();
  }

  /** As it was called: `npm run backup --`. */
  protected override commandLine(): string {
    return this.invocation.program;
  }
}
