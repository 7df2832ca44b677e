import { Option } from 'nest-commander';
import type { AgentRecord } from '../../modules/agents/public/key-administration';
import { checkedValue, type ScopeOptions } from '../agent-options';
import { describeRights } from '../key-rights';
import { withWorkflows } from '../with-workflows';
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

  /** Prints what the key may do, for people only, and warns of workflows that don't exist. */
  protected async reportRights(
    record: AgentRecord,
    { json = false, workflows }: Pick<ScopeOptions, 'workflows'> & JsonOption,
  ): Promise<void> {
    if (!json) this.terminal.message(describeRights(record));
    if (workflows === undefined || record.allowed_workflows.length === 0) return;
    // The change is committed, so a failing look-up must not turn it into a failure.
    const known = await withWorkflows((all) => all.list().items.map(({ id }) => id)).catch(
      () => null,
    );
    const unknown = record.allowed_workflows.filter((id) => known?.includes(id) === false);
    if (unknown.length > 0)
      this.terminal.message(
        `Warning: there is no workflow ${unknown.join(' or ')} so far. See: npm run workflows -- list`,
      );
  }
}
