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
    if (!this.mustWait(tool, args)) return this.run(tool, args, this.keyOfNext(tool));
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
    return this.run(tool, args, idempotencyKey);
  }

  /**
   * For a call that runs without asking: an interrupted answer frees the `Idempotency-Key` of its message, and the repeated
   * message must not create the same things again. The message's own key is held while it is answered.
   * @returns `undefined` for a message without a key
   */
  private keyOfNext(tool: string): string | undefined {
    const [key] = this.context.sender.headersDistinct['idempotency-key'] ?? [];
    if (key === undefined) return undefined;
    const earlier = this.actions.filter(
      (action) => action.tool === tool && usedItsKey(action),
    ).length;
    return createHash('sha256')
      .update(`chat ${key} ${tool} ${String(earlier)}`)
      .digest('hex');
  }

  private async run(tool: string, args: JsonRecord, key?: string): Promise<ToolResult> {
    const { sender, signal, onAction } = this.context;
    const properties = this.tools.find(tool)?.inputSchema['properties'];
    const takesKey = isRecord(properties) && 'idempotency_key' in properties;
    const sent = takesKey && key !== undefined ? { ...args, idempotency_key: key } : args;
    const ran = await this.tools.run({ name: tool, arguments: sent, sender, signal });
    const isRepeat = sent !== args && ran.body['code'] === 'idempotency_mismatch';
    const result = isRepeat ? { ...ran, body: ALREADY_CALLED } : ran;
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

/** An error frees the key of its call, except where the key belongs to an earlier answer's call. */
const usedItsKey = ({ ok, result }: ChatAction): boolean => ok || result === ALREADY_CALLED;

/** The answer to a call with another call's key. */
const ALREADY_CALLED = {
  detail:
    'This tool was already called for this message, with other arguments, before the answer was interrupted. It was not called again.',
  code: 'idempotency_mismatch',
  hint: 'Look for what that call created. For more, send a new message.',
};
