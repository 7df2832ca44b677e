import { runCommandLine, runIfStarted } from '../command-line';
import type { ExitCode } from '../exit-code';
import { McpCommand } from './mcp.command';
import { McpHelp } from './mcp-help';

const MCP = { name: 'kinora', help: McpHelp, providers: [McpCommand] };

/** Runs the command that the first argument names, with the others. Resolves to the exit code, never rejects. */
export async function run(args: readonly string[], folder: string): Promise<ExitCode> {
  return runCommandLine(MCP, { args, folder });
}

runIfStarted(__filename, run);
