import { Option } from 'nest-commander';
import type { AgentRecord } from '../../modules/agents/public/key-administration';
import { checkedValue } from '../agent-options';
import { describeRights } from '../key-rights';
import type { JsonOption } from '../terminal-command';
import { KeyCommand } from './key-command';

/** Base of the commands with scope options. */
export abstract class ScopeCommand extends KeyCommand {
  @Option({
    flags: '--characters <a,b>',
    description: "characters that the key may use; '' allows every one",
  })
  parseCharacters(text: string): string {
    return checkedValue('--characters', text);
  }

  @Option({
    flags: '--workflows <a,b>',
    description: "workflows that the key may use; '' allows every one",
  })
  parseWorkflows(text: string): string {
    return checkedValue('--workflows', text);
  }

  @Option({
    flags: '--max-concurrent <N>',
    description: 'jobs that may be queued or running at a time; 0 for no cap',
  })
  parseMaxConcurrent(text: string): string {
    return text;
  }

  /** Prints what the key may do, for people only. */
  protected printRights(record: AgentRecord, { json = false }: JsonOption): void {
    if (!json) this.terminal.message(describeRights(record));
  }
}
