import type { ServerResponse } from 'node:http';
import type { Clock } from '../clock/clock';

export interface StreamMessage {
  readonly event: string;
  readonly data: unknown;
  /** What a reconnecting client sends as `Last-Event-ID`. */
  readonly id?: string;
  /** Key of messages that replace each other: for a slow reader only the newest one of a key is buffered. */
  readonly newestOnly?: string;
}

const HEARTBEAT_MS = 5_000;
/** About as long as a phone takes to change its network. */
const MAX_BLOCKED_HEARTBEATS = 3;
const RETRY_MS = 2_000;
/** A slow reader is disconnected when more messages wait for it. */
const MAX_BUFFERED = 500;
/** A slow reader is also disconnected when more characters wait for it, because single messages may be long. */
const MAX_BUFFERED_CHARS = 16 * 1024 * 1024;
/** How long a dismissed reader has to receive the last messages. Milliseconds. */
const DISMISS_TIMEOUT_MS = 500;

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

export interface EventStreamOptions {
  /** How many messages are sent at once at the start: the buffer has room for them in addition, because no reader keeps up with that. */
  readonly startMessages: number;
  /** Id of the newest event. A reader that has received everything so far reconnects with it. */
  readonly newestId: () => string;
}

/**
 * Server-sent events over one response: headers at once, heartbeats as comments, a bounded buffer for slow readers.
 * A reader that doesn't keep up is disconnected and can reconnect with its last id.
 */
export class EventStream {
  /** Resolves when the stream has ended, on either side. */
  readonly closed: Promise<void>;
  private readonly over = new AbortController();
  private readonly buffered = new Map<string | symbol, string>();
  private bufferedChars = 0;
  private blocked = false;

  constructor(
    private readonly response: ServerResponse,
    private readonly clock: Clock,
    private readonly options: EventStreamOptions,
  ) {
    this.closed = new Promise((resolve) => {
      const close = (): void => {
        this.over.abort();
        resolve();
      };
      response.once('close', close);
      if (response.closed) close();
    });
    response.on('drain', () => this.sendBuffered());
    response.on('error', () => response.destroy());
    response.setHeaders(new Map(Object.entries(HEADERS)));
    this.write(`retry: ${RETRY_MS}\n\n`);
    if (response.req.method === 'HEAD') this.end();
    else void this.sendHeartbeats();
  }

  send({ event, data, id, newestOnly }: StreamMessage): void {
    const idLine = id === undefined ? '' : `id: ${id}\n`;
    const text = `${idLine}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    if (!this.blocked) this.write(text);
    else this.buffer(newestOnly ?? Symbol(event), text);
  }

  /** Sets the reader's `Last-Event-ID` without an event. */
  sendId(id: string): void {
    this.write(`id: ${id}\n\n`);
  }

  /** Sends the buffered messages and closes. */
  end(): void {
    this.over.abort();
    for (const text of this.buffered.values()) this.response.write(text);
    this.buffered.clear();
    this.bufferedChars = 0;
    this.response.end();
  }

  /** Ends the stream of a reader that lost access; messages buffered for a slow one aren't sent. */
  dismiss(lastMessages: readonly StreamMessage[]): void {
    if (this.blocked) {
      this.response.destroy();
      return;
    }
    for (const message of lastMessages) this.send(message);
    this.end();
    void this.clock.within(DISMISS_TIMEOUT_MS, this.closed).then((closed) => {
      if (closed === null) this.response.destroy();
    });
  }

  /** @returns whether the reader can receive more */
  private write(text: string): boolean {
    if (this.response.writableEnded || this.response.destroyed) return false;
    this.blocked = !this.response.write(text);
    return !this.blocked;
  }

  private buffer(key: string | symbol, text: string): void {
    this.unbuffer(key);
    this.buffered.set(key, text);
    this.bufferedChars += text.length;
    const maxMessages = MAX_BUFFERED + this.options.startMessages;
    if (this.buffered.size > maxMessages || this.bufferedChars > MAX_BUFFERED_CHARS)
      this.response.destroy();
  }

  private unbuffer(key: string | symbol): void {
    this.bufferedChars -= this.buffered.get(key)?.length ?? 0;
    this.buffered.delete(key);
  }

  private sendBuffered(): void {
    this.blocked = false;
    for (const [key, text] of this.buffered) {
      this.unbuffer(key);
      if (!this.write(text)) return;
    }
  }

  /**
   * Comments keep proxies from closing an idle stream. Each is sent with the latest event id, so that a reader that received
   * no events still reconnects with a recent id. A reader that stays blocked over several heartbeats is disconnected.
   */
  private async sendHeartbeats(): Promise<void> {
    let blockedHeartbeats = 0;
    while (!this.over.signal.aborted) {
      await this.clock.pause(HEARTBEAT_MS, this.over.signal);
      blockedHeartbeats = this.blocked ? blockedHeartbeats + 1 : 0;
      if (blockedHeartbeats > MAX_BLOCKED_HEARTBEATS) this.response.destroy();
      else if (!this.blocked) this.write(`: heartbeat\n\nid: ${this.options.newestId()}\n\n`);
    }
  }
}
