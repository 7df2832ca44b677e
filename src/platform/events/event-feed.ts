import { Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller';
import { mayRead } from '../access/scope';
import { Ids } from '../clock/clock';

/** Kinds of contract §3 that rooms publish; `session`, `end`, `resync` are the stream's own. */
export type FeedKind = 'job' | 'progress' | 'output' | 'preview' | 'media' | 'provider' | 'workflow';

/** Who may hear of it. */
export type Audience =
  | { readonly to: 'everyone' }
  /** The owner and every admin; `null` has no owner: admins only. */
  | { readonly to: 'owner'; readonly ownerId: string | null };

export interface FeedNews {
  readonly kind: FeedKind;
  readonly audience: Audience;
  /** The job that it is about: what a stream of one job listens to. */
  readonly promptId?: string;
  /** What goes out, made for the caller who hears it: admins see more. */
  readonly data: (caller: Caller) => object;
}

/** News as a stream sends it. */
export interface FeedEntry {
  /** `<boot>-<seq>`; `null` for what is worth nothing later (progress, previews) and is never replayed. */
  readonly id: string | null;
  readonly news: FeedNews;
}

/** How much a client that was away may have missed before it must begin anew. */
const KEPT = 5_000;

const FLEETING: readonly FeedKind[] = ['progress', 'preview'];

/** Everything that happens, for whoever may hear it. In memory: what must last is in rows. */
@Injectable()
export class EventFeed {
  private readonly boot: string;
  private readonly kept: FeedEntry[] = [];
  private readonly listeners = new Set<(entry: FeedEntry) => void>();
  private sequence = 0;

  constructor(ids: Ids) {
    this.boot = ids.token(6).replaceAll('-', '_');
  }

  publish(news: FeedNews): void {
    const fleeting = FLEETING.includes(news.kind);
    const entry: FeedEntry = { id: fleeting ? null : this.nextId(), news };
    if (!fleeting) {
      this.kept.push(entry);
      if (this.kept.length > KEPT) this.kept.shift();
    }
    for (const listener of this.listeners) listener(entry);
  }

  /** Calls `listener` for everything that comes from now on. @returns how to stop it */
  listen(listener: (entry: FeedEntry) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The id of the newest entry: where a stream that begins with a snapshot stands. */
  position(): string {
    return `${this.boot}-${this.sequence}`;
  }

  /**
   * What came after `lastEventId`, or `null` when that can't be told: another boot's id, one too old, or no id of ours.
   * Then the client must take the snapshot as the whole truth (`resync`).
   */
  since(lastEventId: string): readonly FeedEntry[] | null {
    const [boot, text] = lastEventId.split('-');
    const seen = /^\d{1,15}$/.test(text ?? '') ? Number(text) : NaN;
    if (boot !== this.boot || Number.isNaN(seen) || seen > this.sequence) return null;
    const missed = this.sequence - seen;
    if (missed > this.kept.length) return null;
    return missed === 0 ? [] : this.kept.slice(-missed);
  }

  private nextId(): string {
    this.sequence += 1;
    return `${this.boot}-${this.sequence}`;
  }
}

/** May this caller hear of it, on a stream of one job or of all? */
export function mayHear(caller: Caller, news: FeedNews, promptId: string | null): boolean {
  if (promptId !== null && news.promptId !== promptId) return false;
  return news.audience.to === 'everyone' || mayRead(caller, news.audience.ownerId);
}
