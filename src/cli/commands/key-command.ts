import { Injectable } from '@nestjs/common';
import type {
  KeyAdministration,
  AgentRecord,
} from '../../modules/agents/public/key-administration';
import { AgentMissing } from '../command-failure';
import { KeyAdministrationContext } from '../key-administration-context';
import { KeyOutput } from '../key-output';
import { hasAdmin } from '../key-rights';
import { Terminal } from '../terminal';
import { TerminalCommand } from '../terminal-command';

const NO_ADMIN =
  'No admin key is left. npm run keys -- create <id> <name> --admin makes one; this terminal needs none.';

/** Base of the key commands. */
@Injectable()
export abstract class KeyCommand extends TerminalCommand {
  protected readonly program = 'npm run keys --';

  constructor(
    protected readonly context: KeyAdministrationContext,
    protected readonly keys: KeyOutput,
    protected readonly terminal: Terminal,
  ) {
    super();
  }

  /** Changes the account `id`, and warns when no admin key is left. @throws AgentMissing */
  protected async change(
    id: string,
    work: (keys: KeyAdministration) => Promise<void>,
  ): Promise<void> {
    await this.context.open(async (keys) => {
      const before = hasAdmin(await keys.list(this.caller));
      await work(keys).catch((error: unknown) => {
        throw AgentMissing.fromError(error, id);
      });
      // The change is committed, so a failing query must not turn it into a failure.
      const left = await keys.list(this.caller).then(hasAdmin, () => true);
      if (before && !left) this.terminal.message(NO_ADMIN);
    });
  }

  /** Prints the changed account: a record with --json, else a sentence. */
  protected show(record: AgentRecord, sentence: string, json = false): void {
    if (json) this.terminal.answerChange(record);
    else this.terminal.message(sentence);
  }
}
