import { Injectable } from '@nestjs/common';
import { CommandRunner, Option } from 'nest-commander';
import { TERMINAL } from '../../platform/access/caller';
import type { KeyRecord } from '../../modules/agents/public/key-administration';
import { KeyDesk } from '../key-desk';
import { KeyIssue } from '../key-issue';
import { Terminal } from '../terminal';

/** Commander's own class, which nest-commander doesn't export. */
type Command = Parameters<CommandRunner['setCommand']>[0];

export interface JsonOption {
  readonly json?: boolean;
}

/** What all commands share. */
@Injectable()
export abstract class KeyCommand extends CommandRunner {
  /** Somebody at this terminal. */
  protected readonly caller = TERMINAL;
  /** Lines to type. */
  protected abstract readonly examples: readonly string[];

  constructor(
    protected readonly desk: KeyDesk,
    protected readonly keys: KeyIssue,
    protected readonly terminal: Terminal,
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
      .showHelpAfterError(`See: npm run keys -- ${command.name()} --help`)
      .addHelpText('after', `\nExamples:\n  ${this.examples.join('\n  ')}`);
    return super.setCommand(command);
  }

  /** The account as it is now: a record for programs, a sentence for people. */
  protected show(record: KeyRecord, sentence: string, json = false): void {
    if (json) this.terminal.answerJson(record);
    else this.terminal.tell(sentence);
  }
}
