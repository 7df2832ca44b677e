import { UserError } from '../../platform/errors/user-error';
import { isRecord, type JsonRecord } from '../../platform/json';

/** How long the service may take for the first answer. Milliseconds. */
const CHECK_TIMEOUT_MS = 20_000;

const PING = { jsonrpc: '2.0', id: 'check', method: 'ping' };
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

/** The param of a method that the header `Mcp-Name` repeats. */
const NAME_PARAMS: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

const CONTENT_HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
};

/** The MCP endpoint of a running service. */
export class McpGateway {
  private readonly address: URL;
  /** The protocol revision that `initialize` has negotiated; clients since revision 2026-07-28 name theirs in each message. */
  private negotiated: string | undefined;

  constructor(
    url: string,
    private readonly key: string | undefined,
  ) {
    // Hosts that connect themselves are given the address with `/mcp`, so people give it here, too.
    this.address = new URL('mcp', url.replace(/(?:\/mcp)?\/?$/, '/'));
  }

  /** Throws `UserError` when the service can't be reached or refuses the key. */
  async check(): Promise<void> {
    const response = await this.post(PING, AbortSignal.timeout(CHECK_TIMEOUT_MS));
    await response.body?.cancel();
    if (response.status === 401)
      throw new UserError(
        this.key === undefined
          ? `${this.address.origin} needs a key: set KINORA_KEY.`
          : `${this.address.origin} refuses the key in KINORA_KEY (or KINORA_API_KEY): it is unknown or revoked.`,
      );
    if (!response.ok)
      throw new UserError(
        `There is no Kinora with MCP at ${this.address.href} (status ${response.status}).`,
      );
  }

  /**
   * Sends one message; calls `receive` with each message of the answer.
   * Throws `UserError` when the service can't be reached or refuses the request.
   */
  async send(
    message: JsonRecord,
    receive: (answer: JsonRecord) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const response = await this.post(message, signal);
    const take = (text: string): void => {
      const answer: unknown = JSON.parse(text);
      if (!isRecord(answer)) return;
      // The answer of `initialize` may come with notifications, which name no revision.
      if (message['method'] === 'initialize')
        this.negotiated = versionIn(answer) ?? this.negotiated;
      receive(answer);
    };
    const type = response.headers.get('content-type') ?? '';
    if (type.includes('text/event-stream')) {
      for await (const data of eventsOf(response)) take(data);
      return;
    }
    const text = await response.text();
    if (text === '') return;
    const body: unknown = JSON.parse(text);
    // An error of the HTTP API instead of a JSON-RPC message: a refused key, too many open streams.
    if (isRecord(body) && body['jsonrpc'] === undefined) throw new UserError(refusalIn(body));
    take(text);
  }

  /** Throws `UserError` when nothing answers, or something else than Kinora, such as a proxy. */
  private async post(message: JsonRecord, signal: AbortSignal): Promise<Response> {
    const response = await this.fetched(message, signal);
    const type = response.headers.get('content-type') ?? '';
    if (type === '' || /json|event-stream/.test(type)) return response;
    await response.body?.cancel();
    throw new UserError(
      `${this.address.href} does not answer as Kinora does (status ${response.status}, ${type}). Check the address, and the proxy in front of it.`,
    );
  }

  private async fetched(message: JsonRecord, signal: AbortSignal): Promise<Response> {
    try {
      return await fetch(this.address, {
        method: 'POST',
        headers: { ...headersOf(message, this.negotiated), ...this.credential() },
        body: JSON.stringify(message),
        redirect: 'error',
        signal,
      });
    } catch (error) {
      if (signal.aborted && (signal.reason as Error).name !== 'TimeoutError') throw error;
      throw new UserError(
        `No Kinora answers at ${this.address.origin}. Start it, or set KINORA_URL or --url.`,
      );
    }
  }

  private credential(): Record<string, string> {
    return this.key === undefined ? {} : { Authorization: `Bearer ${this.key}` };
  }
}

/** Since revision 2026-07-28, headers repeat parts of the message; before, one names the negotiated revision. */
function headersOf(
  { method, params }: JsonRecord,
  negotiated: string | undefined,
): Record<string, string> {
  const fields = isRecord(params) ? params : {};
  const meta = isRecord(fields['_meta']) ? fields['_meta'] : {};
  const version = meta[VERSION_KEY];
  if (typeof version !== 'string')
    return { ...CONTENT_HEADERS, ...(negotiated && { 'MCP-Protocol-Version': negotiated }) };
  const name = fields[NAME_PARAMS[String(method)] ?? ''];
  return {
    ...CONTENT_HEADERS,
    'MCP-Protocol-Version': version,
    'Mcp-Method': String(method),
    ...(typeof name === 'string' && { 'Mcp-Name': headerText(name) }),
  };
}

/** Header values are plain ASCII; others are sent in base64 (revision 2026-07-28). */
const headerText = (text: string): string =>
  /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text)
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;

function versionIn({ result }: JsonRecord): string | undefined {
  const version = isRecord(result) ? result['protocolVersion'] : undefined;
  return typeof version === 'string' ? version : undefined;
}

function refusalIn({ detail, hint }: JsonRecord): string {
  const text = typeof detail === 'string' ? detail : JSON.stringify(detail);
  return typeof hint === 'string' ? `${text} ${hint}` : text;
}

/** The data of the events of a response, one by one. */
async function* eventsOf({ body }: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const events = text.split(/\r?\n\r?\n/);
    text = events.pop() ?? '';
    for (const event of events) {
      const data = event.split(/\r?\n/).filter((line) => line.startsWith('data:'));
      if (data.length > 0) yield data.map((line) => line.slice(5).trimStart()).join('\n');
    }
  }
}
