import { Injectable } from '@nestjs/common';
import { Terminal } from '../terminal';
import { TerminalCommand } from '../terminal-command';
import { Invocation } from '../invocation';
import { WorkflowDesk } from './workflow-desk';

/** What all commands about workflows share. */
@Injectable()
export abstract class WorkflowCommand extends TerminalCommand {
  constructor(
    protected readonly desk: WorkflowDesk,
    protected readonly terminal: Terminal,
    protected readonly typedIn: Invocation,
  ) {
    super();
  }

  protected get program(): string {
    return this.typedIn.program;
  }

  /** Lines to type, of what follows the program's name. */
  protected lines(...typed: readonly string[]): readonly string[] {
    return typed.map((rest) => `${this.program} ${rest}`);
  }
}
