import { Command } from 'nest-commander';
import type { AgentRecord } from '../../modules/agents/public/key-administration';
import { table } from '../table';
import type { JsonOption } from '../terminal-command';
import { KeyCommand } from './key-command';

const HEAD = ['ID', 'NAME', 'STATE', 'ADMIN', 'WORKFLOWS', 'CHARACTERS', 'CAP', 'LAST USED'];

/** Ids per cell; further ones are counted. */
const MAX_IDS = 3;

@Command({ name: 'list', description: 'show all keys, newest first (never the keys themselves)' })
export class ListCommand extends KeyCommand {
  protected readonly examples = ['npm run keys -- list', 'npm run keys -- list --json'];

  async run(_: string[], { json }: JsonOption): Promise<void> {
    const { items, database } = await this.context.open(async (keys, database) => ({
      items: await keys.list(this.caller),
      database,
    }));
    if (json) {
      this.terminal.answerJson({ items });
      return;
    }
    this.terminal.message(`The keys in ${database}:`);
    if (items.length > 0) this.terminal.answer(tableOf(items));
    else this.terminal.message('There are no keys yet. See: npm run keys -- create --help');
  }
}

/** With the owner name, when an account isn't the first one of its id. */
function tableOf(keys: readonly AgentRecord[]): string {
  const plain = keys.every(({ id, owner_name }) => id === owner_name);
  const rows = keys.map((key) => [...cellsOf(key), ...(plain ? [] : [key.owner_name])]);
  return table([...HEAD, ...(plain ? [] : ['SHOWN AS'])], rows);
}

const cellsOf = (key: AgentRecord): readonly string[] => [
  key.id,
  key.name,
  key.enabled ? 'enabled' : 'revoked',
  key.is_admin ? 'yes' : 'no',
  someOf(key.allowed_workflows),
  someOf(key.allowed_characters),
  String(key.max_concurrent_jobs ?? 'none'),
  key.last_used_at === null ? 'never' : `${key.last_used_at.slice(0, 16).replace('T', ' ')} UTC`,
];

function someOf(ids: readonly string[]): string {
  if (ids.length === 0) return 'all';
  const more = ids.length - MAX_IDS;
  return [...ids.slice(0, MAX_IDS), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
