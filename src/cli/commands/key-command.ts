import { Injectable } from '@nestjs/common';
import { CommandRunner, Option } from 'nest-commander';
import { TERMINAL } from '../../platform/access/caller';
import type { KeyAdministration, KeyRecord } from '../../modules/agents/public/key-administration';
import { NoAgent } from '../failure';
import { KeyDesk } from '../key-desk';
import { KeyIssue } from '../key-issue';
import { hasAdmin } from '../rights';
import { Terminal } from '../terminal';

/** Commander's own class, which nest-commander doesn't export. */
export type Command = Parameters<CommandRunner['setCommand']>[0];

const NO_ADMIN =
  'No admin key is left. npm run keys -- create <id> <name> --admin makes one; this terminal needs none.';

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

  /** Works on the account `id`. Says so where that took the last admin key away. @throws NoAgent */
  protected async change(
    id: string,
    work: (keys: KeyAdministration) => Promise<void>,
  ): Promise<void> {
    await this.desk.open(async (keys) => {
      const before = hasAdmin(await keys.list(this.caller));
      await work(keys).catch((error: unknown) => {
        throw NoAgent.orOther(error, id);
      });
      // The change is made: that this can't be told must not make it a failure.
      const left = await keys.list(this.caller).then(hasAdmin, () => true);
      if (before && !left) this.terminal.tell(NO_ADMIN);
    });
  }

  /** The account as it is now: a record for programs, a sentence for people. */
  protected show(record: KeyRecord, sentence: string, json = false): void {
    if (json) this.terminal.answerJson(record);
    else this.terminal.tell(sentence);
  }
}
