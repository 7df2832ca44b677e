import { Injectable } from '@nestjs/common';
import { Terminal } from '../terminal';
import { TerminalCommand } from '../terminal-command';
import { TypedIn } from '../typed-in';
import { WorkflowDesk } from './workflow-desk';

/** What all commands about workflows share. */
@Injectable()
export abstract class WorkflowCommand extends TerminalCommand {
  protected readonly program = 'npx kinora workflows';

  constructor(
    protected readonly desk: WorkflowDesk,
    protected readonly terminal: Terminal,
    protected readonly typedIn: TypedIn,
  ) {
    super();
  }
}
