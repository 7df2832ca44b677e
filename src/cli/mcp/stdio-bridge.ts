import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { UserError } from '../../platform/errors/user-error';
import { joinSignals } from '../../platform/joined-signal';
import { isRecord, type JsonRecord } from '../../platform/json';
import type { McpGateway } from './mcp.gateway';

interface Stdio {
  readonly input: Readable;
  readonly output: Writable;
  /** Writes a message for people, on standard error. */
  readonly report: (message: string) => void;
}

const PARSE_ERROR = -32_700;
const INTERNAL_ERROR = -32_603;

/**
 * Sends MCP messages, one per line of the input, to the service and writes its answers, until the input ends, nobody reads
 * the output or the process gets a signal. Requests run in parallel; those in progress when the input ends are answered first.
 */
export async function runBridge(gateway: McpGateway, stdio: Stdio): Promise<void> {
  const ending = new AbortController();
  const end = (): void => {
    ending.abort();
    lines.close();
  };
  const lines = createInterface({ input: stdio.input, crlfDelay: Infinity });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end);
  stdio.output.once('error', end);
  const bridge = new StdioBridge(gateway, stdio, ending.signal);
  const running = new Set<Promise<void>>();
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const work = bridge.handle(line).finally(() => running.delete(work));
    running.add(work);
  }
  bridge.endSubscriptions();
  await Promise.all(running);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.removeListener(signal, end);
  // A terminal or pipe that is still open would keep the process alive.
  stdio.input.destroy();
}

class StdioBridge {
  /** Requests in progress by their id. */
  private readonly open = new Map<unknown, { readonly method: unknown; abort: () => void }>();

  constructor(
    private readonly gateway: McpGateway,
    private readonly stdio: Stdio,
    private readonly ending: AbortSignal,
  ) {}

  /** One line of input. Never rejects. */
  async handle(line: string): Promise<void> {
    const message = parsed(line);
    if (!message) {
      this.answer(errorAnswer(null, PARSE_ERROR, 'Send one JSON object per line.'));
    } else if (message['method'] === 'notifications/cancelled') {
      // The service knows no sessions: ending its request is what cancels it.
      const { params } = message;
      this.open.get(isRecord(params) ? params['requestId'] : undefined)?.abort();
    } else {
      await this.forward(message);
    }
  }

  /** Subscriptions are the only requests that would never end by themselves. */
  endSubscriptions(): void {
    for (const { method, abort } of this.open.values())
      if (method === 'subscriptions/listen') abort();
  }

  private async forward(message: JsonRecord): Promise<void> {
    const { id, method } = message;
    const cancelled = new AbortController();
    const { signal, release } = joinSignals(cancelled.signal, this.ending);
    if (id !== undefined) this.open.set(id, { method, abort: () => cancelled.abort() });
    try {
      await this.gateway.send(message, (answer) => this.answer(answer), signal);
    } catch (error) {
      if (signal.aborted) return;
      const text = error instanceof UserError ? error.message : 'Kinora’s answer ended early.';
      this.stdio.report(text);
      if (id !== undefined) this.answer(errorAnswer(id, INTERNAL_ERROR, text));
    } finally {
      release();
      this.open.delete(id);
    }
  }

  private answer(message: JsonRecord): void {
    this.stdio.output.write(`${JSON.stringify(message)}\n`);
  }
}

function parsed(line: string): JsonRecord | null {
  try {
    const message: unknown = JSON.parse(line);
    return isRecord(message) ? message : null;
  } catch {
    return null;
  }
}

const errorAnswer = (id: unknown, code: number, message: string): JsonRecord => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});
