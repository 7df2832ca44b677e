import { runCommandLine, runIfStarted } from '../command-line';
import type { ExitCode } from '../exit-code';
import { ImportCommand } from './import.command';
import { ListWorkflowsCommand } from './list.command';
import { RemoveCommand } from './remove.command';
import { WorkflowsHelp } from './workflows-help';

const WORKFLOWS = {
  name: 'workflows',
  help: WorkflowsHelp,
  providers: [ImportCommand, ListWorkflowsCommand, RemoveCommand],
};

/**
 * Runs one command line about workflows. Resolves to the exit code, never rejects.
 * @param program the command line before the arguments
 */
export async function run(
  args: readonly string[],
  folder: string,
  program?: string,
): Promise<ExitCode> {
  return runCommandLine(WORKFLOWS, { args, folder, ...(program === undefined ? {} : { program }) });
}

runIfStarted(__filename, run);
