import { reportUnauthorized } from '../unauthorized';
import { type Connection, currentConnection, setConnection } from './connection';
import type { ElectionMessage } from './election';
import { joinLeadership, type Leadership } from './leadership';
import type { LiveEvent } from './live-event';
import type { LiveJobState } from './live-job-states';
import { readStream, SILENCE_MS } from './read-stream';
import { afterStream } from './reconnect';
import { sleep } from './sleep';

/** What a tab does with what the stream tells. */
export interface StreamSink {
  receive(event: LiveEvent): void;
  /** A snapshot follows. Data that was fetched before `startedAt` (ms since 1970) may be out of date. */
  reset(startedAt: number): void;
  /** The service is reached again, and tells what was missed. */
  resumed(): void;
  /** The unfinished jobs, for tabs that open later. */
  jobs(): readonly LiveJobState[];
  takeJobs(jobs: readonly LiveJobState[]): void;
  /** A tab of this browser was signed in or out. */
  sessionChanged(): void;
}

type LeaderMessage =
  | { readonly type: 'event'; readonly event: LiveEvent }
  | { readonly type: 'beat' }
  | { readonly type: 'connection'; readonly connection: Connection }
  | { readonly type: 'reset'; readonly startedAt: number }
  | {
      readonly type: 'state';
      readonly jobs: readonly LiveJobState[];
      readonly lastEventId: string | undefined;
      readonly connection: Connection;
    };

type Message =
  | LeaderMessage
  | { readonly type: 'election'; readonly message: ElectionMessage }
  /** A tab was opened: the leader answers with `state`. */
  | { readonly type: 'join' }
  | { readonly type: 'session' };

const CHANNEL = 'kinora.events';
/** How long the leader may take to answer a tab that was opened or comes into view. */
const ANSWER_MS = 2500;

/** One event stream for all tabs of the browser: one tab reads it and relays everything to the others. */
export class SharedStream {
  private readonly channel = new BroadcastChannel(CHANNEL);
  private readonly leadership: Leadership;
  isLeading = false;
  private lastEventId: string | undefined;
  private lastHeardAt = Date.now();
  private silence: ReturnType<typeof setTimeout> | undefined;
  private restart = new AbortController();

  constructor(private readonly sink: StreamSink) {
    this.channel.addEventListener('message', ({ data }: MessageEvent<Message>) =>
      this.receive(data),
    );
    this.leadership = joinLeadership(
      (signal) => this.lead(signal),
      (message) => this.send({ type: 'election', message }),
    );
    this.send({ type: 'join' });
    this.watchSilence(ANSWER_MS);
    document.addEventListener('visibilitychange', () => this.cameIntoView());
  }

  /** Signs all tabs' streams in as the caller that this browser now is. */
  sessionChanged(): void {
    this.send({ type: 'session' });
    this.startOver();
  }

  private send(message: Message): void {
    this.channel.postMessage(message);
  }

  private receive(message: Message): void {
    switch (message.type) {
      case 'election':
        this.leadership.receive(message.message);
        break;
      case 'join':
        this.answerJoin();
        break;
      case 'session':
        this.sink.sessionChanged();
        this.startOver();
        break;
      case 'event':
      case 'beat':
      case 'connection':
      case 'reset':
      case 'state':
        this.hear(message);
    }
  }

  /** What the leader tells: in its own tab too. */
  private hear(message: LeaderMessage): void {
    this.lastHeardAt = Date.now();
    this.watchSilence(SILENCE_MS);
    switch (message.type) {
      case 'event':
        this.lastEventId = message.event.id || this.lastEventId;
        this.sink.receive(message.event);
        break;
      case 'reset':
        this.sink.reset(message.startedAt);
        break;
      case 'state':
        this.lastEventId = message.lastEventId;
        this.sink.takeJobs(message.jobs);
        this.hearConnection(message.connection);
        break;
      case 'connection':
        this.hearConnection(message.connection);
        break;
      case 'beat':
        break;
    }
  }

  private hearConnection(connection: Connection): void {
    const before = currentConnection().state;
    setConnection(connection);
    const wasAway = before === 'lost' || before === 'signed_out';
    if (connection.state === 'online' && wasAway) this.sink.resumed();
    if (connection.state === 'signed_out' && before !== 'signed_out') reportUnauthorized();
  }

  private tell(message: LeaderMessage): void {
    this.send(message);
    this.hear(message);
  }

  private tellState(state: Connection['state'], since = Date.now()): void {
    this.tell({ type: 'connection', connection: { state, since } });
  }

  private answerJoin(): void {
    if (!this.isLeading) return;
    const { lastEventId } = this;
    const connection = currentConnection();
    this.send({ type: 'state', jobs: this.sink.jobs(), lastEventId, connection });
  }

  private async lead(signal: AbortSignal): Promise<void> {
    this.isLeading = true;
    let failures = 0;
    while (!signal.aborted) {
      this.restart = new AbortController();
      const stop = AbortSignal.any([signal, this.restart.signal]);
      const { error, hasOpened } = await this.read(stop);
      if (stop.aborted) continue;
      failures = hasOpened ? 0 : failures + 1;
      const next = afterStream(error, failures);
      this.tellState(next.then === 'sign_in' ? 'signed_out' : 'lost');
      await sleep(next.then === 'sign_in' ? null : next.waitMs, stop);
    }
    this.isLeading = false;
    this.watchSilence(SILENCE_MS);
  }

  private async read(signal: AbortSignal): Promise<{ error: unknown; hasOpened: boolean }> {
    const startedAt = Date.now();
    const { lastEventId } = this;
    let hasOpened = false;
    let isFirst = true;
    try {
      await readStream({
        lastEventId,
        signal,
        onOpen: () => {
          hasOpened = true;
          if (lastEventId === undefined) this.tell({ type: 'reset', startedAt });
          this.tellState('online');
        },
        onEvent: (event) => {
          // At the beginning it means that a snapshot follows, later only that some events were left out.
          if (isFirst && event.kind === 'resync') this.tell({ type: 'reset', startedAt });
          isFirst = false;
          this.tell({ type: 'event', event });
        },
        onBeat: () => this.tell({ type: 'beat' }),
      });
      return { error: undefined, hasOpened };
    } catch (error) {
      return { error, hasOpened };
    }
  }

  /** Opens another stream from the beginning, because the caller is another one. */
  private startOver(): void {
    this.lastEventId = undefined;
    this.restart.abort();
  }

  private watchSilence(afterMs: number): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.endSilence(), afterMs);
  }

  /** Takes the stream over from a tab that the browser has frozen. Hidden tabs wait until they come into view. */
  private endSilence(): void {
    if (this.isLeading || document.hidden || currentConnection().state === 'signed_out') return;
    this.leadership.takeOver();
    this.watchSilence(SILENCE_MS);
  }

  private cameIntoView(): void {
    if (document.hidden || this.isLeading || Date.now() - this.lastHeardAt < SILENCE_MS) return;
    this.send({ type: 'join' });
    this.watchSilence(ANSWER_MS);
  }
}
