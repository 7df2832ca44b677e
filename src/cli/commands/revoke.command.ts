import { Command } from 'nest-commander';
import type { JsonOption } from '../terminal-command';
import { KeyCommand } from './key-command';

@Command({
  name: 'revoke',
  arguments: '<id>',
  description: 'disable a key from the next request on; `enable` reverses it',
})
export class RevokeCommand extends KeyCommand {
  protected readonly examples = ['npm run keys -- revoke film-crew'];

  async run([id = '']: string[], { json }: JsonOption): Promise<void> {
    await this.change(id, async (keys) => {
      const record = await keys.update(this.caller, id, { enabled: false });
      this.show(record, `${record.id} is revoked. Its queued jobs will still run.`, json);
    });
  }
}
