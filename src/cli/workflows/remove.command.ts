import { Command } from 'nest-commander';
import { withNearest } from '../../platform/nearest-names';
import type { JsonOption } from '../terminal-command';
import { withWorkflows } from '../with-workflows';
import { rethrowWithCommands, WorkflowCommand } from './workflow-command';

@Command({
  name: 'remove',
  arguments: '<id>',
  description: 'remove an imported workflow; jobs of it run on',
})
export class RemoveCommand extends WorkflowCommand {
  protected readonly examples = this.lines('remove sunset');

  async run([id = '']: string[], { json }: JsonOption): Promise<void> {
    await withWorkflows((workflows) => workflows.remove(this.caller, id)).catch(
      rethrowWithCommands('workflow_not_found', (nearest) => this.absentMessage(id, nearest)),
    );
    if (json) this.terminal.answerChange({ ok: true, id });
    else this.terminal.message(`${id} is removed.`);
  }

  private absentMessage(id: string, nearest: readonly string[]): string {
    return `${withNearest(`There is no '${id}'.`, nearest)} See: ${this.program} list`;
  }
}
