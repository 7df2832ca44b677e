import { runCommandLine } from '../command-line';
import type { ExitCode } from '../exit-code';
import { McpCommand } from './mcp.command';
import { McpHelp } from './mcp-help';

const MCP = { name: 'kinora', help: McpHelp, providers: [McpCommand] };

/** Runs the command that the first argument names, with the others. Resolves to the exit code, never rejects. */
export async function run(args: readonly string[], folder: string): Promise<ExitCode> {
  return runCommandLine(MCP, { args, folder });
}

if (require.main === module)
  void run(process.argv.slice(2), process.cwd()).then((code) => {
    process.exitCode = code;
  });
