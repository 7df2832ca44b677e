import type { ServerResponse } from 'node:http';
import { type ReceivedRequest, ScriptedNode, sendJson } from './scripted-node';

type Json = Record<string, unknown>;

/** What the model answers: a text, calls of tools, or whatever a function does with the response. */
export type ModelTurn =
  | string
  | { readonly text?: string; readonly calls: readonly (readonly [name: string, args: unknown])[] }
  | ((response: ServerResponse) => void);

export const MODEL_KEY = 'sk-chat-0123456789';

/** An OpenAI-compatible server whose model answers with a script, and repeats its last line. */
export class ModelServer {
  /** Bodies of the requests so far. */
  readonly asked: (Json & { messages: Json[]; tools: Json[] })[] = [];
  private turns: readonly ModelTurn[] = ['…'];

  private constructor(private readonly server: ScriptedNode) {
    server.setScript((request, response) => this.answer(request, response));
  }

  static async start(): Promise<ModelServer> {
    return new ModelServer(await ScriptedNode.start(() => undefined));
  }

  get url(): string {
    return this.server.url;
  }

  /** The next answers. */
  plays(...turns: readonly ModelTurn[]): void {
    this.turns = turns;
    this.asked.length = 0;
  }

  async stop(): Promise<void> {
    await this.server.stop();
  }

  private answer(request: ReceivedRequest, response: ServerResponse): void {
    if (request.path !== '/v1/chat/completions') {
      sendJson(response, { error: { message: 'Not found' } }, 404);
      return;
    }
    if (request.headers.authorization !== `Bearer ${MODEL_KEY}`) {
      sendJson(response, { error: { message: 'Incorrect API key provided.' } }, 401);
      return;
    }
    this.asked.push(JSON.parse(request.body.toString()) as ModelServer['asked'][number]);
    const turn = this.turns[Math.min(this.asked.length, this.turns.length) - 1] ?? '…';
    if (typeof turn === 'function') turn(response);
    else sendJson(response, { choices: [{ index: 0, message: messageOf(turn) }] });
  }
}

function messageOf(turn: Exclude<ModelTurn, (response: ServerResponse) => void>): Json {
  if (typeof turn === 'string') return { role: 'assistant', content: turn };
  const { text = null, calls } = turn;
  const tool_calls = calls.map(([name, args], at) => ({
    id: `call_${at}`,
    type: 'function',
    function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
  }));
  return { role: 'assistant', content: text, tool_calls };
}
