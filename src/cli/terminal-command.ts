import { CommandRunner, Option } from 'nest-commander';
import { TERMINAL } from '../platform/access/caller';
import type { Program } from './program-help';

export interface JsonOption {
  readonly json?: boolean;
}

/** Base of all commands: the caller, `--json`, and help with examples. */
export abstract class TerminalCommand extends CommandRunner {
  protected readonly caller = TERMINAL;
  /** Command line before the command's name. */
  protected abstract readonly program: string;
  /** Example command lines. */
  protected abstract readonly examples: readonly string[];

  @Option({ flags: '--json', description: 'answer JSON, and errors as JSON' })
  parseJson(): boolean {
    return true;
  }

  /** The command line of this command without its arguments. */
  protected commandLine(name: string): string {
    return `${this.program} ${name}`;
  }

  override setCommand(command: Program): this {
    command
      .exitOverride()
      .allowExcessArguments(false)
      .showHelpAfterError(`See: ${this.commandLine(command.name())} --help`)
      .addHelpText('after', `\nExamples:\n  ${this.examples.join('\n  ')}`);
    return super.setCommand(command);
  }
}
