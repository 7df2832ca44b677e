import { Injectable, Logger } from '@nestjs/common';
import type * as Sdk from '@modelcontextprotocol/server' with { 'resolution-mode': 'import' };
import { errorAnswer } from '../../platform/errors/error-answer';
import { requestContext } from '../../platform/http/request-context';
import { joinSignals } from '../../platform/joined-signal';
import { SERVICE_VERSION } from '../../platform/observability/service-version';
import {
  AgentTools,
  type ToolCall,
  type ToolDescription,
  type ToolProgress,
  type ToolResult,
} from '../agent-tools/public/agent-tools';
import { instructionsFor } from './instructions';
import { McpResourcesService } from './mcp-resources.service';
import type { McpSession } from './mcp-session';
import { PROMPTS, promptMessages } from './prompts';
import { mediaUri } from './resource-uris';

/** The lists change with the configuration only, so there is nothing to subscribe to. */
const FIXED = { listChanged: false };

/** The call of a tool, as the SDK passes it on. */
type ToolRequest = Sdk.ServerContext['mcpReq'];

/** Makes the server that answers one message. */
@Injectable()
export class McpServersService {
  private readonly log = new Logger('Mcp');

  constructor(
    private readonly tools: AgentTools,
    private readonly resources: McpResourcesService,
  ) {}

  create(sdk: typeof Sdk, session: McpSession): Sdk.McpServer {
    const mcp = new sdk.McpServer(
      { name: 'kinora', title: 'Kinora', version: SERVICE_VERSION },
      {
        capabilities: { tools: FIXED, resources: FIXED, prompts: FIXED },
        instructions: instructionsFor(new Set(this.tools.list().map(({ name }) => name))),
      },
    );
    this.addTools(mcp, session);
    this.resources.addTo(mcp, sdk, session);
    mcp.server.setRequestHandler('prompts/list', () => ({ prompts: [...PROMPTS] }));
    mcp.server.setRequestHandler('prompts/get', ({ params }) => promptMessages(params, sdk));
    return mcp;
  }

  private addTools({ server }: Sdk.McpServer, session: McpSession): void {
    server.setRequestHandler('tools/list', () => ({ tools: this.tools.list().map(listedTool) }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) =>
      callResult(await this.call(session, params, mcpReq)),
    );
  }

  private async call(
    { sender, access, refusal, signal: messageSignal }: McpSession,
    { name, arguments: args = {} }: Sdk.CallToolRequestParams,
    request: ToolRequest,
  ): Promise<ToolResult> {
    if (refusal) return this.failure(refusal);
    const { signal, release } = joinSignals(messageSignal, request.signal);
    const call = { name, arguments: args, sender, signal, ...progressOf(request) };
    try {
      return await this.tools.run(call);
    } catch (error) {
      // The client has cancelled the call or is gone: nobody waits for its result.
      if (!access.end && signal.aborted) throw error;
      return this.failure(access.end?.refusal ?? error);
    } finally {
      release();
    }
  }

  /**
   * The error of a call that has no result: its caller has no access any more or too many calls that wait, or the
   * service has a fault.
   */
  private failure(error: unknown): ToolResult {
    const requestId = requestContext.getStore()?.requestId;
    const { status, body, unexpected } = errorAnswer(error, requestId);
    if (unexpected) this.log.error(error);
    return { ok: false, status, body: this.tools.withTools(body), pictures: [], links: [] };
  }
}

/** Reports progress to clients that ask for it. */
function progressOf({ _meta, notify }: ToolRequest): Pick<ToolCall, 'onProgress'> {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return {};
  const onProgress = ({ fraction, message }: ToolProgress): void => {
    const params = { progressToken, progress: fraction, total: 1, message };
    // A client that is gone gets no progress.
    notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  return { onProgress };
}

function listedTool({ hints, inputSchema, ...tool }: ToolDescription): Sdk.Tool {
  const { readOnly = false, destructive = false, replaces, idempotent = false } = hints;
  return {
    ...tool,
    inputSchema: inputSchema as Sdk.Tool['inputSchema'],
    annotations: {
      ...(readOnly
        ? { readOnlyHint: true }
        : { destructiveHint: destructive || replaces !== undefined }),
      ...(idempotent && !readOnly ? { idempotentHint: true } : {}),
      openWorldHint: false,
    },
  };
}

/** The text repeats the structured content, because many hosts show only one of them to their model. */
function callResult({ ok, status, body, pictures, links }: ToolResult): Sdk.CallToolResult {
  const structured = ok ? { ...body } : { http_status: status, ...body };
  return {
    isError: !ok,
    structuredContent: structured,
    content: [
      { type: 'text', text: JSON.stringify(structured) },
      ...pictures.map(({ mime, bytes }) => ({
        type: 'image' as const,
        mimeType: mime,
        data: bytes.toString('base64'),
      })),
      ...links.map(({ path, name, mime }) => ({
        type: 'resource_link' as const,
        uri: mediaUri(path),
        name,
        mimeType: mime,
      })),
    ],
  };
}
