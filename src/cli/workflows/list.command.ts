import { Command } from 'nest-commander';
import { table } from '../table';
import type { JsonOption } from '../terminal-command';
import { UNCHECKED } from './verdict-lines';
import { withWorkflows } from '../with-workflows';
import { WorkflowCommand } from './workflow-command';

const HEAD = ['ID', 'NAME', 'KIND', 'SOURCE', 'STATUS'];

@Command({ name: 'list', description: "show all workflows, and files that aren't valid workflows" })
export class ListWorkflowsCommand extends WorkflowCommand {
  protected readonly examples = this.lines('list', 'list --json');

  async run(_: string[], { json }: JsonOption): Promise<void> {
    const { items, problems } = await withWorkflows((workflows) => workflows.list());
    if (json) {
      this.terminal.answerJson({ items, problems });
      return;
    }
    const rows = items.map(({ id, name, kind, source, status }) => [
      id,
      name,
      kind ?? '-',
      source,
      status,
    ]);
    this.terminal.answer(table(HEAD, rows));
    for (const problem of problems) this.terminal.message(problem);
    if (items.some(({ status }) => status === 'unchecked')) this.terminal.message(UNCHECKED);
  }
}
