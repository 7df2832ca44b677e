import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { AppError } from '../../../platform/errors/app-error';
import { bodyOf, jsonHeaders, requestTo, responseTo } from '../../../platform/http/http-client';
import { joinSignals } from '../../../platform/joined-signal';
import { parseShallow } from '../../../platform/json';
import type { ToolDescription } from '../../agent-tools/public/agent-tools';
import {
  ChatModelBadAnswer,
  ChatModelBusy,
  ChatModelRefused,
  ChatModelUnreachable,
} from '../chat.errors';
import { type ModelAnswer, type ModelMessage, readCompletion } from './chat-completion';

const MAX_ANSWER_BYTES = 1024 * 1024;
/** Some servers send a tool's arguments as an object instead of text. These are nested less deeply. */
const MAX_DEPTH = 64;
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
   * Asks for the next answer.
   * @throws ChatModelUnreachable, ChatModelBusy, ChatModelRefused, ChatModelBadAnswer, and the signal's reason
   */
  async complete(
    messages: readonly ModelMessage[],
    tools: readonly ToolDescription[],
    signal: AbortSignal,
  ): Promise<ModelAnswer> {
    const { base_url, model, api_key, timeout_ms } = this.config.current().chat;
    const json = JSON.stringify({
      model,
      messages,
      tools: tools.map(toFunction),
      max_completion_tokens: MAX_ANSWER_TOKENS,
    });
    // Not `AbortSignal.any`, after which Node 20 may collect the timeout as garbage.
    const ending = joinSignals(signal, AbortSignal.timeout(timeout_ms));
    try {
      const request = requestTo(`${base_url ?? ''}/v1/chat/completions`, {
        method: 'POST',
        agent: false,
        signal: ending.signal,
        headers: {
          ...jsonHeaders(json),
          'Accept-Encoding': 'identity',
          'User-Agent': 'kinora',
          ...(api_key === null ? {} : { Authorization: `Bearer ${api_key}` }),
        },
      });
      const response = await responseTo(request, json);
      refuseFailure(response);
      return await answerOf(response);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw error instanceof AppError ? error : new ChatModelUnreachable(withoutAddress(error));
    } finally {
      ending.release();
    }
  }
}

/** Messages of connection errors may contain addresses and keys. */
const withoutAddress = (error: unknown): Error =>
  new Error(error instanceof Error ? error.name : 'no answer');

const toFunction = ({ name, description, inputSchema }: ToolDescription) => ({
  type: 'function',
  function: { name, description, parameters: inputSchema },
});

function refuseFailure(response: IncomingMessage): void {
  const { statusCode = 0 } = response;
  if (statusCode >= 200 && statusCode < 300) return;
  response.destroy();
  if (statusCode === 429) throw new ChatModelBusy();
  if (statusCode >= 500) throw new ChatModelUnreachable(new Error(`status ${statusCode}`));
  throw new ChatModelRefused(statusCode);
}

async function answerOf(response: IncomingMessage): Promise<ModelAnswer> {
  const bytes = await bodyOf(response, MAX_ANSWER_BYTES);
  const answer = bytes && readCompletion(parseShallow(bytes.toString('utf8'), MAX_DEPTH));
  if (!answer) throw new ChatModelBadAnswer();
  return answer;
}
