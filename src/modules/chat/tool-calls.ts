import { createHash } from 'node:crypto';
import { isRecord, type JsonRecord } from '../../platform/json';
import type { AgentTools, ToolResult, ToolSender } from '../agent-tools/public/agent-tools';
import type { ChatAction } from './entities/chat.entities';

/** A call that waits for a yes. */
export interface ProposedCall {
  readonly tool: string;
  readonly arguments: JsonRecord;
}

interface CallContext {
  readonly sender: ToolSender;
  readonly signal: AbortSignal;
  readonly onAction: (action: ChatAction) => void;
}

/** The calls of tools while one message is answered. */
export class ToolCalls {
  readonly actions: ChatAction[] = [];
  /** The first call that must wait; answering ends with it. */
  proposed: ProposedCall | null = null;

  constructor(
    private readonly tools: AgentTools,
    private readonly context: CallContext,
  ) {}

  get signal(): AbortSignal {
    return this.context.signal;
  }

  /** Runs a tool, or proposes the call if it costs, ends or shares something. @returns `null` for a proposed call */
  async call(tool: string, args: JsonRecord): Promise<ToolResult | null> {
    if (!this.mustWait(tool, args)) {
      const isPicture = tool === 'make_image';
      return this.run(tool, args, isPicture ? pictureKey(this.context.sender) : {});
    }
    this.propose({ tool, arguments: args });
    return null;
  }

  /** Lets a call wait for a yes; only the first one does. */
  propose({ tool, arguments: args }: ProposedCall): void {
    this.proposed ??= { tool, arguments: args };
  }

  /** Runs a call that its caller has accepted, at most once for each `idempotencyKey`. */
  async runAccepted(
    { tool, arguments: args }: ProposedCall,
    idempotencyKey: string,
  ): Promise<ToolResult> {
    const properties = this.tools.find(tool)?.inputSchema['properties'];
    const takesKey = isRecord(properties) && 'idempotency_key' in properties;
    const key = takesKey ? { idempotency_key: idempotencyKey } : {};
    return this.run(tool, args, key);
  }

  private async run(tool: string, args: JsonRecord, key: JsonRecord = {}): Promise<ToolResult> {
    const { sender, signal, onAction } = this.context;
    const call = { name: tool, arguments: { ...args, ...key }, sender, signal };
    const result = await this.tools.run(call);
    const action = { tool, arguments: args, ok: result.ok, result: result.body };
    this.actions.push(action);
    onAction(action);
    return result;
  }

  /** One picture for each message is made without asking: that is what the chat is for, and it costs little. */
  private mustWait(tool: string, args: JsonRecord): boolean {
    const hints = this.tools.find(tool)?.hints ?? {};
    if (hints.destructive === true || hints.shares === true) return true;
    if (hints.replaces?.(args) === true) return true;
    if (hints.costly !== true || args['dry_run'] === true) return false;
    return tool !== 'make_image' || this.actions.some((action) => action.tool === tool);
  }
}

/**
 * For the one picture that a message makes without asking: an interrupted answer frees the `Idempotency-Key` of the message, and
 * its repeat must not make another picture. A key of its own, because the message's is held while it is answered.
 */
function pictureKey({ headersDistinct }: ToolSender): JsonRecord {
  const [key] = headersDistinct['idempotency-key'] ?? [];
  if (key === undefined) return {};
  return { idempotency_key: createHash('sha256').update(`chat ${key}`).digest('hex') };
}
