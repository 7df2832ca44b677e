import { Injectable } from '@nestjs/common';
import { CommandRunner, Option } from 'nest-commander';
import { TERMINAL } from '../../platform/access/caller';
import { Terminal } from '../terminal';
import { TypedIn } from '../typed-in';
import { WorkflowDesk } from './workflow-desk';

/** Commander's own class, which nest-commander doesn't export. */
type Command = Parameters<CommandRunner['setCommand']>[0];

export interface JsonOption {
  readonly json?: boolean;
}

/** What all commands share. */
@Injectable()
export abstract class WorkflowCommand extends CommandRunner {
  /** Somebody at this terminal. */
  protected readonly caller = TERMINAL;
  /** Lines to type. */
  protected abstract readonly examples: readonly string[];

  constructor(
    protected readonly desk: WorkflowDesk,
    protected readonly terminal: Terminal,
    protected readonly typedIn: TypedIn,
  ) {
    super();
  }

  @Option({ flags: '--json', description: 'answer JSON, and errors as JSON' })
  parseJson(): boolean {
    return true;
  }

  override setCommand(command: Command): this {
    command
      .exitOverride()
      .allowExcessArguments(false)
      .showHelpAfterError(`See: npx kinora workflows ${command.name()} --help`)
      .addHelpText('after', `\nExamples:\n  ${this.examples.join('\n  ')}`);
    return super.setCommand(command);
  }
}
