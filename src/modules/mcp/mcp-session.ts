import type { ToolSender } from '../agent-tools/public/agent-tools';

/** One message, and who sent it. */
export interface McpSession {
  readonly sender: ToolSender;
  /** Ends what the message started. */
  readonly signal: AbortSignal;
}
