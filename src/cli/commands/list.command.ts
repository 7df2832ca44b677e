import { Command } from 'nest-commander';
import type { KeyRecord } from '../../modules/agents/public/key-administration';
import { table } from '../table';
import { type JsonOption, KeyCommand } from './key-command';

const HEAD = ['ID', 'NAME', 'STATE', 'ADMIN', 'WORKFLOWS', 'CHARACTERS', 'CAP', 'LAST USED'];

/** Ids that a cell names before it only counts. */
const NAMED = 3;

@Command({ name: 'list', description: 'show all keys, newest first (never the keys themselves)' })
export class ListCommand extends KeyCommand {
  protected readonly examples = ['npm run keys -- list', 'npm run keys -- list --json'];

  async run(_: string[], { json }: JsonOption): Promise<void> {
    const items = await this.desk.open((keys) => keys.list(this.caller));
    if (json) this.terminal.answerJson({ items });
    else if (items.length > 0) this.terminal.answer(table(HEAD, items.map(cellsOf)));
    else this.terminal.tell('There are no keys yet. See: npm run keys -- create --help');
  }
}

const cellsOf = (key: KeyRecord): readonly string[] => [
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
  const more = ids.length - NAMED;
  return [...ids.slice(0, NAMED), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
