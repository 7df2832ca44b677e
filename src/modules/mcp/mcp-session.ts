import type { Watch } from '../../platform/access/caller-watch';
import type { AppError } from '../../platform/errors/app-error';
import type { ToolSender } from '../agent-tools/public/agent-tools';

/** One message, and who sent it. */
export interface McpSession {
  readonly sender: ToolSender;
  /** The sender's access, which ends what the message started, too. */
  readonly access: Watch;
  /** Why the message is answered with an error only. */
  readonly refusal: AppError | null;
  /** Ends what the message started. */
  readonly signal: AbortSignal;
}
