import { Command } from 'nest-commander';
import type { JsonOption } from '../terminal-command';
import { KeyCommand } from './key-command';

@Command({
  name: 'delete',
  arguments: '<id>',
  description: 'remove an account and its key for good; what it made stays, visible to admins',
})
export class DeleteCommand extends KeyCommand {
  protected readonly examples = ['npm run keys -- delete film-crew'];

  async run([id = '']: string[], { json }: JsonOption): Promise<void> {
    await this.change(id, async (keys) => {
      await keys.delete(this.caller, id);
      if (json) this.terminal.answerChange({ ok: true, id });
      else this.terminal.message(`${id} is deleted. What it made stays, visible to admins.`);
    });
  }
}
