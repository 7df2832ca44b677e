import { Command, Option } from 'nest-commander';
import { commandAddress, commandApiKey } from '../../platform/config/command-environment';
import { reachableUrl } from '../../platform/http/reachable-url';
import { UsageError } from '../command-failure';
import { readSettings } from '../maintenance/settings';
import { Terminal } from '../terminal';
import { TerminalCommand } from '../terminal-command';
import { PROGRAM } from './mcp-help';
import { McpGateway } from './mcp.gateway';
import { runBridge } from './stdio-bridge';

interface McpOptions {
  readonly url?: string;
}

@Command({
  name: 'mcp',
  description:
    'Speaks MCP on standard input and output, and passes it on to a running service; for hosts that only start ' +
    'processes. The key comes from KINORA_KEY, the address from KINORA_URL or --url.',
})
export class McpCommand extends TerminalCommand {
  protected readonly program = PROGRAM;
  protected readonly examples = ['npx kinora mcp', 'npx kinora mcp --url http://studio.lan:8190'];

  constructor(private readonly terminal: Terminal) {
    super();
  }

  @Option({
    flags: '--url <address>',
    description: "address of the service; else KINORA_URL, or that of this install's configuration",
  })
  parseUrl(url: string): string {
    return checkedAddress('--url', url);
  }

  async run(_: string[], { url }: McpOptions): Promise<void> {
    const address = url ?? addressInEnvironment() ?? (await ownAddress());
    const gateway = new McpGateway(address, commandApiKey());
    await gateway.check();
    await runBridge(gateway, {
      input: process.stdin,
      output: process.stdout,
      report: (message) => this.terminal.message(message),
    });
  }
}

function checkedAddress(source: string, url: string): string {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url;
  throw new UsageError(`${source} needs an address such as http://127.0.0.1:8190`);
}

function addressInEnvironment(): string | undefined {
  const url = commandAddress();
  return url === '' ? undefined : checkedAddress('KINORA_URL', url);
}

async function ownAddress(): Promise<string> {
  const { server } = (await readSettings()).config;
  return reachableUrl(server.host, server.port);
}
