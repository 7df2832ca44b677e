import { isRecord, parseShallow, type JsonRecord } from '../../../platform/json';

/** A message of a chat completion, as OpenAI-compatible servers take it. */
export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string | null;
      readonly tool_calls?: readonly SentToolCall[];
    }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

interface SentToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** What the model answered. */
export interface ModelAnswer {
  readonly text: string;
  readonly calls: readonly ModelToolCall[];
}

export interface ModelToolCall {
  readonly id: string;
  readonly name: string;
  /** `null` when they are not a JSON object. */
  readonly arguments: JsonRecord | null;
  /** The arguments as the model wrote them. */
  readonly written: string;
}

/** More calls in one answer are ignored. */
const MAX_CALLS = 8;
const MAX_DEPTH = 32;

/** Characters of a tool's name. */
const MAX_NAME = 100;

/** Without characters that no database stores and no JSON client has to accept, such as half of a pair. */
const cleanText = (text: string): string => text.replace(/[\0\p{Surrogate}]/gu, '');

/** Reads the body of a chat completion; `null` for anything else. */
export function readCompletion(body: unknown): ModelAnswer | null {
  const choices = isRecord(body) ? body['choices'] : undefined;
  const [choice] = Array.isArray(choices) ? (choices as unknown[]) : [];
  const message = isRecord(choice) ? choice['message'] : undefined;
  if (!isRecord(message)) return null;
  const { content, tool_calls: sent } = message;
  const calls = (Array.isArray(sent) ? (sent as unknown[]) : []).slice(0, MAX_CALLS).map(readCall);
  const text = typeof content === 'string' ? cleanText(content).trim() : '';
  return text === '' && calls.length === 0 ? null : { text, calls };
}

function readCall(sent: unknown, at: number): ModelToolCall {
  const call = isRecord(sent) ? sent : {};
  const wanted = isRecord(call['function']) ? call['function'] : {};
  const { name, arguments: written = '{}' } = wanted;
  const text = typeof written === 'string' ? written : JSON.stringify(written);
  const args = parseShallow(text === '' ? '{}' : text, MAX_DEPTH);
  return {
    id: typeof call['id'] === 'string' && call['id'] !== '' ? call['id'] : `call_${at}`,
    name: typeof name === 'string' ? cleanText(name.slice(0, MAX_NAME)) : '',
    arguments: isRecord(args) ? args : null,
    written: text,
  };
}

/** The answer as a message of the following requests. */
export const answerMessage = ({ text, calls }: ModelAnswer): ModelMessage => ({
  role: 'assistant',
  content: text === '' ? null : text,
  ...(calls.length === 0
    ? {}
    : {
        tool_calls: calls.map(({ id, name, written }) => ({
          id,
          type: 'function' as const,
          function: { name, arguments: written },
        })),
      }),
});
