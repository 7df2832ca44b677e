import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** What a tool answered. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly body: Record<string, unknown>;
  /** The text that repeats the body. */
  readonly text: string;
  readonly images: readonly Buffer[];
  /** URIs of the files that the answer is about. */
  readonly links: readonly string[];
  /** Messages of the progress that was reported. */
  readonly progress: readonly string[];
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
  readonly uri?: string;
}

/** An official client of either generation, as far as tests use both alike. */
export interface McpClient {
  readonly instructions: string;
  tools(): Promise<{ name: string; inputSchema: object }[]>;
  call(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
  read(uri: string): Promise<{ mimeType?: string; text?: string; blob?: string }>;
  resources(): Promise<string[]>;
  prompt(name: string, args: Record<string, string>): Promise<string>;
  close(): Promise<void>;
}

export type Generation = '2025' | '2026';

/** Connects to `url`/mcp with this key, or without one. */
export async function connectMcp(
  generation: Generation,
  url: string,
  key: string | null = null,
): Promise<McpClient> {
  const address = new URL('/mcp', url);
  const headers = key === null ? {} : { Authorization: `Bearer ${key}` };
  const options = { requestInit: { headers } };
  return generation === '2026'
    ? connectNew(new StreamableHTTPClientTransport(address, options))
    : connectOld(new OldTransport(address, options));
}

/** Starts a program that speaks MCP on its standard input and output. */
export async function startMcp(
  generation: Generation,
  program: { command: string; args: string[]; env: Record<string, string> },
): Promise<McpClient> {
  return generation === '2026'
    ? connectNew(new StdioClientTransport(program))
    : connectOld(new OldStdioTransport(program));
}

const INFO = { name: 'test', version: '1' };

async function connectNew(transport: Parameters<Client['connect']>[0]): Promise<McpClient> {
  const client = new Client(INFO, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(transport);
  return wrap(client);
}

async function connectOld(transport: Parameters<OldClient['connect']>[0]): Promise<McpClient> {
  const client = new OldClient(INFO);
  await client.connect(transport);
  return wrap(client as unknown as Client);
}

/** The two classes have the same methods, as far as they are used here. */
function wrap(client: Client): McpClient {
  const isOld = (client as unknown) instanceof OldClient;
  return {
    instructions: client.getInstructions() ?? '',
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => {
      const progress: string[] = [];
      const options = {
        timeout: 60_000,
        onprogress: ({ message }: { message?: string | undefined }) =>
          void progress.push(message ?? ''),
      };
      const params = { name, arguments: args };
      const result = isOld
        ? await (client as unknown as OldClient).callTool(params, undefined, options)
        : await client.callTool(params, options);
      const blocks = result.content as readonly Block[];
      return {
        isError: result.isError === true,
        body: result.structuredContent as Record<string, unknown>,
        text: blocks.flatMap(({ type, text = '' }) => (type === 'text' ? [text] : [])).join('\n'),
        images: blocks.flatMap(({ type, data = '' }) =>
          type === 'image' ? [Buffer.from(data, 'base64')] : [],
        ),
        links: blocks.flatMap(({ uri }) => uri ?? []),
        progress,
      };
    },
    read: async (uri) => (await client.readResource({ uri })).contents[0] as { text?: string },
    resources: async () => (await client.listResources()).resources.map(({ uri }) => uri),
    prompt: async (name, args) => {
      const { messages } = await client.getPrompt({ name, arguments: args });
      return (messages[0]!.content as { text: string }).text;
    },
    close: () => client.close(),
  };
}
