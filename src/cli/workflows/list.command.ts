import { Command } from 'nest-commander';
import { table } from '../table';
import type { JsonOption } from '../terminal-command';
import { WorkflowCommand } from './workflow-command';

const HEAD = ['ID', 'NAME', 'KIND', 'SOURCE'];

@Command({ name: 'list', description: 'show all workflows, and files that are none' })
export class ListWorkflowsCommand extends WorkflowCommand {
  protected readonly examples = ['npx kinora workflows list', 'npx kinora workflows list --json'];

  async run(_: string[], { json }: JsonOption): Promise<void> {
    const { items, problems } = await this.desk.open((workflows) => ({
      items: workflows.list(),
      problems: workflows.problems(),
    }));
    if (json) {
      this.terminal.answerJson({ items, problems });
      return;
    }
    const rows = items.map(({ id, name, kind, source }) => [id, name, kind, source]);
    this.terminal.answer(table(HEAD, rows));
    for (const problem of problems) this.terminal.tell(problem);
  }
}
