import { Command } from 'nest-commander';
import type { JsonOption } from '../terminal-command';
import { WorkflowCommand } from './workflow-command';

@Command({
  name: 'remove',
  arguments: '<id>',
  description: 'remove an imported workflow; jobs of it run on',
})
export class RemoveCommand extends WorkflowCommand {
  protected readonly examples = ['npx kinora workflows remove sunset'];

  async run([id = '']: string[], { json }: JsonOption): Promise<void> {
    await this.desk.open((workflows) => workflows.remove(this.caller, id));
    if (json) this.terminal.answerJson({ ok: true, id });
    else this.terminal.tell(`${id} is removed.`);
  }
}
