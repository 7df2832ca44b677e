import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import type { ToolDescription } from '../../agent-tools/public/agent-tools';
import {
  ChatModelBadAnswer,
  ChatModelBusy,
  ChatModelRefused,
  ChatModelUnreachable,
} from '../chat.errors';
import { type ModelAnswer, type ModelMessage, readCompletion } from './chat-completion';

const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_ANSWER_TOKENS = 2048;

/** A language model behind an OpenAI-compatible `/v1/chat/completions`. */
@Injectable()
export class ChatModelGateway {
  constructor(private readonly config: ConfigService) {}

  isConfigured(): boolean {
    const { base_url, model } = this.config.current().chat;
    return base_url !== null && model !== null;
  }

  /**
   * Asks for the next answer. Redirects aren't followed, since they would carry the key to another host.
   * @throws ChatModelUnreachable, ChatModelBusy, ChatModelRefused, ChatModelBadAnswer, and the signal's reason
   */
  async complete(
    messages: readonly ModelMessage[],
    tools: readonly ToolDescription[],
    signal: AbortSignal,
  ): Promise<ModelAnswer> {
    const { base_url, model, api_key, timeout_ms } = this.config.current().chat;
    try {
      const response = await fetch(`${base_url ?? ''}/v1/chat/completions`, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeout_ms)]),
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': 'kinora',
          ...(api_key === null ? {} : { Authorization: `Bearer ${api_key}` }),
        },
        body: JSON.stringify({
          model,
          messages,
          tools: tools.map(toFunction),
          max_completion_tokens: MAX_ANSWER_TOKENS,
        }),
      });
      refuseFailure(response);
      return await answerOf(response);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw isOurs(error) ? error : new ChatModelUnreachable(withoutAddress(error));
    }
  }
}

const isOurs = (error: unknown): boolean =>
  error instanceof ChatModelUnreachable ||
  error instanceof ChatModelBusy ||
  error instanceof ChatModelRefused ||
  error instanceof ChatModelBadAnswer;

/** Messages of connection errors may contain addresses and keys. */
const withoutAddress = (error: unknown): Error =>
  new Error(error instanceof Error ? error.name : 'no answer');

const toFunction = ({ name, description, inputSchema }: ToolDescription) => ({
  type: 'function',
  function: { name, description, parameters: inputSchema },
});

function refuseFailure({ ok, status, body }: Response): void {
  if (ok) return;
  body?.cancel().catch(() => undefined);
  if (status === 429) throw new ChatModelBusy();
  if (status >= 500) throw new ChatModelUnreachable(new Error(`status ${status}`));
  throw new ChatModelRefused(status);
}

async function answerOf({ body }: Response): Promise<ModelAnswer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new ChatModelBadAnswer();
    chunks.push(chunk);
  }
  const answer = readCompletion(parsed(Buffer.concat(chunks).toString('utf8')));
  if (!answer) throw new ChatModelBadAnswer();
  return answer;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
