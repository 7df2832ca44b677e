import { type LiveEvent, SILENCE_MS } from '@kinora/client';
import { api } from '../client';
import { reportUnauthorized } from '../unauthorized';
import { type Connection, currentConnection, setConnection } from './connection';
import type { ElectionMessage } from './election';
import { joinLeadership, type Leadership } from './leadership';
import type { LiveJobState } from './live-job-states';
import { decideReconnect } from './reconnect';
import { sleep } from './sleep';

/** How a tab handles what arrives from the stream or from other tabs. */
export interface StreamHandler {
  receive(event: LiveEvent): void;
  /** A snapshot follows. Data that was fetched before `startedAt` (ms since 1970) may be out of date. */
  reset(startedAt: number): void;
  /** The connection is back; the service sends the events that were missed. */
  resumed(): void;
  /** The unfinished jobs that this tab knows, to be sent to a newly opened tab. */
  jobs(): readonly LiveJobState[];
  /** The unfinished jobs that the leader knows, received after this tab was opened. */
  replaceJobs(jobs: readonly LiveJobState[]): void;
  /** Another tab of this browser was signed in or out. */
  sessionChanged(change: SessionChange): void;
}

export interface SessionChange {
  /** Whether somebody signed out, rather than in. */
  readonly isSignedOut: boolean;
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
  | { readonly type: 'session'; readonly change: SessionChange };

const CHANNEL = 'kinora.events';
/** How long the leader may take to answer a tab that was opened or comes into view. */
const ANSWER_MS = 2500;
/** A stream that ends sooner counts as a failed attempt, so that the wait before the next one grows. */
const MIN_STREAM_MS = 5000;

/**
 * One event stream for all tabs of the browser: the leading tab reads it and sends everything to the others, because a
 * browser allows only a few open connections to one server.
 */
export class SharedStream {
  private readonly channel = new BroadcastChannel(CHANNEL);
  private readonly leadership: Leadership;
  isLeading = false;
  private lastEventId: string | undefined;
  private lastHeardAt = Date.now();
  private silenceTimer: ReturnType<typeof setTimeout> | undefined;
  private restartRequest = new AbortController();

  constructor(private readonly handler: StreamHandler) {
    this.channel.addEventListener('message', ({ data }: MessageEvent<Message>) =>
      this.receive(data),
    );
    this.leadership = joinLeadership(
      (signal) => this.lead(signal),
      (message) => this.send({ type: 'election', message }),
    );
    this.send({ type: 'join' });
    this.restartSilenceTimer(ANSWER_MS);
    document.addEventListener('visibilitychange', () => this.checkLeaderWhenShown());
  }

  /** Restarts the stream of all tabs after a sign-in or sign-out. */
  sessionChanged(change: SessionChange): void {
    this.send({ type: 'session', change });
    this.restartStream();
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
        this.handler.sessionChanged(message.change);
        this.restartStream();
        break;
      case 'event':
      case 'beat':
      case 'connection':
      case 'reset':
      case 'state':
        this.handleLeaderMessage(message);
    }
  }

  /** Handles a message from the leader; the leader calls it for its own messages too. */
  private handleLeaderMessage(message: LeaderMessage): void {
    this.lastHeardAt = Date.now();
    this.restartSilenceTimer(SILENCE_MS);
    switch (message.type) {
      case 'event':
        this.lastEventId = message.event.id || this.lastEventId;
        this.handler.receive(message.event);
        break;
      case 'reset':
        this.handler.reset(message.startedAt);
        break;
      case 'state':
        this.lastEventId = message.lastEventId;
        this.handler.replaceJobs(message.jobs);
        this.updateConnection(message.connection);
        break;
      case 'connection':
        this.updateConnection(message.connection);
        break;
      case 'beat':
        break;
    }
  }

  private updateConnection(connection: Connection): void {
    const before = currentConnection().state;
    setConnection(connection);
    const wasAway = before === 'lost' || before === 'signed_out';
    if (connection.state === 'online' && wasAway) this.handler.resumed();
    if (connection.state === 'signed_out' && before !== 'signed_out') reportUnauthorized();
  }

  private broadcast(message: LeaderMessage): void {
    this.send(message);
    this.handleLeaderMessage(message);
  }

  private broadcastConnection(state: Connection['state'], since = Date.now()): void {
    this.broadcast({ type: 'connection', connection: { state, since } });
  }

  private answerJoin(): void {
    if (!this.isLeading) return;
    const { lastEventId } = this;
    const connection = currentConnection();
    this.send({ type: 'state', jobs: this.handler.jobs(), lastEventId, connection });
  }

  private async lead(signal: AbortSignal): Promise<void> {
    this.isLeading = true;
    let failures = 0;
    while (!signal.aborted) {
      this.restartRequest = new AbortController();
      const stop = AbortSignal.any([signal, this.restartRequest.signal]);
      const startedAt = Date.now();
      const error = await this.read(stop, startedAt);
      if (stop.aborted) continue;
      failures = Date.now() - startedAt < MIN_STREAM_MS ? failures + 1 : 0;
      const next = decideReconnect(error, failures);
      this.broadcastConnection(next.action === 'sign_in' ? 'signed_out' : 'lost');
      await sleep(next.action === 'sign_in' ? null : next.waitMs, stop);
    }
    this.isLeading = false;
    this.restartSilenceTimer(SILENCE_MS);
  }

  /** Reads one stream until it ends, and returns why; `undefined` if the service closed it. */
  private async read(signal: AbortSignal, startedAt: number): Promise<unknown> {
    const { lastEventId } = this;
    let isFirst = true;
    const events = api.eventsOfOneConnection({
      lastEventId,
      signal,
      onOpen: () => {
        if (lastEventId === undefined) this.broadcast({ type: 'reset', startedAt });
        this.broadcastConnection('online');
      },
      onBeat: () => this.broadcast({ type: 'beat' }),
    });
    try {
      for await (const event of events) {
        // As the first event, `resync` announces a snapshot; later it only means that some events were left out.
        if (isFirst && event.kind === 'resync') this.broadcast({ type: 'reset', startedAt });
        isFirst = false;
        this.broadcast({ type: 'event', event });
      }
      return undefined;
    } catch (error) {
      return error;
    }
  }

  /** Reads a new stream from its beginning, because events depend on who is signed in. */
  private restartStream(): void {
    this.lastEventId = undefined;
    this.restartRequest.abort();
  }

  private restartSilenceTimer(afterMs: number): void {
    clearTimeout(this.silenceTimer);
    this.silenceTimer = setTimeout(() => this.takeOverFromSilentLeader(), afterMs);
  }

  /** The browser may have frozen the leading tab. A hidden tab leaves the takeover to a visible one. */
  private takeOverFromSilentLeader(): void {
    if (this.isLeading || document.hidden || currentConnection().state === 'signed_out') return;
    this.leadership.takeOver();
    this.restartSilenceTimer(SILENCE_MS);
  }

  private checkLeaderWhenShown(): void {
    if (document.hidden || this.isLeading || Date.now() - this.lastHeardAt < SILENCE_MS) return;
    this.send({ type: 'join' });
    this.restartSilenceTimer(ANSWER_MS);
  }
}
