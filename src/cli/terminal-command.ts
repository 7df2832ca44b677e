import { CommandRunner, Option } from 'nest-commander';
import { TERMINAL } from '../platform/access/caller';
import type { Program } from './program-help';

export interface JsonOption {
  readonly json?: boolean;
}

/** What the commands of every program share: who types them, `--json`, and help that teaches. */
export abstract class TerminalCommand extends CommandRunner {
  /** Somebody at this terminal. */
  protected readonly caller = TERMINAL;
  /** What is typed before the command. */
  protected abstract readonly program: string;
  /** Lines to type. */
  protected abstract readonly examples: readonly string[];

  @Option({ flags: '--json', description: 'answer JSON, and errors as JSON' })
  parseJson(): boolean {
    return true;
  }

  override setCommand(command: Program): this {
    command
      .exitOverride()
      .allowExcessArguments(false)
      .showHelpAfterError(`See: ${this.program} ${command.name()} --help`)
      .addHelpText('after', `\nExamples:\n  ${this.examples.join('\n  ')}`);
    return super.setCommand(command);
  }
}
