import type { Watch } from '../../platform/access/caller-watch';
import type { ToolSender } from '../agent-tools/public/agent-tools';

/** One message, and who sent it. */
export interface McpSession {
  readonly sender: ToolSender;
  /** The sender's access, which ends what the message started, too. */
  readonly access: Watch;
  /** Ends what the message started. */
  readonly signal: AbortSignal;
}
