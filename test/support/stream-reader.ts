import { type ClientRequest, type IncomingMessage, request } from 'node:http';

/** One message of the stream. */
export interface StreamedEvent {
  readonly id?: string;
  readonly event: string;
  readonly data: unknown;
}

/** Reads server-sent events like a browser, and can stop reading like a stalled one. */
export class StreamReader {
  readonly events: StreamedEvent[] = [];
  readonly comments: string[] = [];
  /** What a browser would send as `Last-Event-ID` after a disconnect now. */
  lastEventId: string | undefined;
  /** Resolves when the server or this reader has closed the stream. */
  readonly closed: Promise<void>;
  private rest = '';
  private ended = false;
  private wake: () => void = () => undefined;

  private constructor(
    private readonly request: ClientRequest,
    readonly response: IncomingMessage,
  ) {
    this.closed = new Promise((resolve) => {
      response.once('close', () => {
        this.ended = true;
        this.wake();
        resolve();
      });
    });
    response.once('error', () => response.destroy());
    response.setEncoding('utf8').on('data', (text: string) => this.take(text));
  }

  /** Resolves when the headers have come. */
  static open(
    url: string,
    headers: Record<string, string> = {},
    method = 'GET',
  ): Promise<StreamReader> {
    return new Promise((resolve, reject) => {
      const sent = request(url, { headers, method, agent: false });
      sent.once('error', reject);
      sent.once('response', (response) => resolve(new StreamReader(sent, response)));
      sent.end();
    });
  }

  /** Waits for these events. Rejects when the stream ends before. */
  async until(enough: (events: readonly StreamedEvent[]) => boolean): Promise<void> {
    while (!enough(this.events)) {
      if (this.ended) throw new Error(`the stream ended with ${JSON.stringify(this.events)}`);
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  /** Stops reading, without closing. */
  pause(): void {
    this.response.pause();
  }

  resume(): void {
    this.response.resume();
  }

  close(): void {
    this.request.destroy();
  }

  private take(text: string): void {
    const blocks = (this.rest + text).split('\n\n');
    this.rest = blocks.pop() ?? '';
    for (const block of blocks) this.block(block);
    this.wake();
  }

  private block(block: string): void {
    const lines = block.split('\n');
    const field = (name: string): string | undefined =>
      lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    if (block.startsWith(':')) this.comments.push(block);
    const [event, id, data] = [field('event'), field('id'), field('data')];
    this.lastEventId = id ?? this.lastEventId;
    if (event !== undefined)
      this.events.push({
        ...(id === undefined ? {} : { id }),
        event,
        data: JSON.parse(data ?? ''),
      });
  }
}
