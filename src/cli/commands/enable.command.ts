import { Command } from 'nest-commander';
import type { JsonOption } from '../terminal-command';
import { KeyCommand } from './key-command';

@Command({
  name: 'enable',
  arguments: '<id>',
  description: 'let a revoked key work again',
})
export class EnableCommand extends KeyCommand {
  protected readonly examples = ['npm run keys -- enable film-crew'];

  async run([id = '']: string[], { json }: JsonOption): Promise<void> {
    const fields = { enabled: true };
    await this.change(id, async (keys) => {
      const record = await keys.update(this.caller, id, fields);
      this.show(record, `${record.id} is enabled.`, json);
    });
  }
}
