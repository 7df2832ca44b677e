import { Injectable, Logger } from '@nestjs/common';
import type { Caller } from '../access/caller';
import { OwnerNames } from '../access/owner-names';
import { Clock } from '../clock/clock';
import { HourlyTasks } from '../clock/hourly-tasks';
import { type Transaction, WriteGate } from '../database/write-gate';
import { admits, type StoredAudience } from './audience';
import type { DurableKind } from './event-kinds';
import type { OutboxRow } from './outbox-event.entity';
import { OutboxRepository } from './outbox.repository';

/** How long events can be read. */
const KEPT_MS = 24 * 60 * 60 * 1000;
/** Deleted in one transaction: other writes wait for it. */
const CHUNK = 500;

/** The part of a caller that decides what of an event they see. */
export type EventReader = Pick<Caller, 'isAdmin'>;

/** An event that is to be stored. */
export interface NewOutboxEvent {
  /** `resync` tells readers to load again what they show. */
  readonly kind: DurableKind | 'resync';
  readonly audience: StoredAudience;
  /** The job that it is about; the feed of one job contains only events with its id. */
  readonly promptId?: string;
  /** The event's JSON for admins, who get the owner's name besides, and for others. Called when the event is stored, so it shows what is true then. */
  readonly data: (reader: EventReader) => object;
}

/** A stored event. */
export interface OutboxEvent {
  /** Order of the commits. */
  readonly position: number;
  readonly kind: DurableKind | 'resync';
  /** Internal id of the owner; `null` when nothing owns the subject. */
  readonly ownerId: string | null;
  readonly audience: StoredAudience;
  readonly promptId: string | null;
  readonly data: object;
  /** Fields that admins see besides those of `data` or instead of them. */
  readonly adminData: object | null;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** The JSON of an event as this caller may see it, with their rights of now; `null` when they may not see it. */
export function eventFor(
  caller: Caller,
  { audience, data, adminData }: Pick<OutboxEvent, 'audience' | 'data' | 'adminData'>,
): object | null {
  return admits(audience, caller) ? dataFor(caller, { data, adminData }) : null;
}

/** The JSON of an event for one of those who may see it. */
export const dataFor = (
  { isAdmin }: EventReader,
  { data, adminData }: Pick<OutboxEvent, 'data' | 'adminData'>,
): object => (isAdmin && adminData ? { ...data, ...adminData } : data);

/** Reads stored events, each after all that were committed before it. */
@Injectable()
export class OutboxReader {
  private readonly logger = new Logger(OutboxReader.name);
  private readonly listeners = new Set<() => void>();

  constructor(private readonly rows: OutboxRepository) {}

  /** Committed events with a higher position, `limit` of them at most. */
  async after(position: number, limit: number): Promise<readonly OutboxEvent[]> {
    return (await this.rows.after(position, limit)).map(toEvent);
  }

  /** Position of the newest committed event; 0 before the first one. */
  newest(): Promise<number> {
    return this.rows.newest();
  }

  /** Calls `listener` after each commit of events by this process. @returns the function that ends this */
  onAppended(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Tells the listeners of a commit. */
  notify(): void {
    for (const listener of this.listeners) {
      try {
        listener();
      } catch (error) {
        this.logger.error({ err: error }, 'a listener failed on new events');
      }
    }
  }
}

/** Stores events in the transaction of the change that they tell of. */
@Injectable()
export class Outbox {
  /** Events of open transactions. */
  private readonly pending = new WeakMap<Transaction, Omit<OutboxRow, 'position'>[]>();

  constructor(
    private readonly gate: WriteGate,
    private readonly rows: OutboxRepository,
    private readonly reader: OutboxReader,
    private readonly clock: Clock,
    private readonly owners: OwnerNames,
    hourly: HourlyTasks,
  ) {
    hourly.add({ name: 'delete old events', run: (signal) => this.deleteOld(signal) });
  }

  /** Stores the event with the running transaction or, outside of one, in a transaction of its own. */
  async add(event: NewOutboxEvent): Promise<void> {
    const row = toRow(event, this.owners, this.clock.timestamp());
    await this.gate.run((tx) => {
      this.eventsOf(tx).push(row);
      return Promise.resolve();
    });
  }

  /** Lets no other transaction with events commit before this one: what is read from here on is true when its events are stored. */
  async lock(tx: Transaction): Promise<void> {
    await this.rows.lock(tx);
  }

  private async deleteOld(signal: AbortSignal): Promise<void> {
    const before = new Date(this.clock.before(KEPT_MS)).toISOString();
    while (!signal.aborted) if ((await this.rows.sweep(before, CHUNK)) < CHUNK) return;
  }

  private eventsOf(tx: Transaction): Omit<OutboxRow, 'position'>[] {
    const pending = this.pending.get(tx);
    if (pending) return pending;
    const events: Omit<OutboxRow, 'position'>[] = [];
    this.pending.set(tx, events);
    this.gate.beforeCommit(() => this.rows.insert(tx, events));
    this.gate.afterCommit(() => this.reader.notify());
    return events;
  }
}

/** An event without data that tells readers to load again what they show. */
export const resyncFor = (ownerId: string | null): NewOutboxEvent => ({
  kind: 'resync',
  audience: { to: 'owner', ownerId },
  data: () => RESYNC,
});

/** The data of `resync` events. */
export const RESYNC = { reason: 'events were missed: reload what you show' } as const;

function toRow(
  { kind, audience, promptId, data }: NewOutboxEvent,
  owners: OwnerNames,
  createdAt: string,
): Omit<OutboxRow, 'position'> {
  const shown = data({ isAdmin: false });
  const isOwned = audience.to === 'owner';
  const owner = isOwned && kind !== 'resync' ? { owner: owners.nameOf(audience.ownerId) } : {};
  return {
    kind,
    owner_id: isOwned ? audience.ownerId : null,
    shared_with: isOwned ? null : audience,
    prompt_id: promptId ?? null,
    data: shown,
    admin_data: differences(shown, { ...data({ isAdmin: true }), ...owner }),
    created_at: createdAt,
  };
}

/** The fields of `admins` that are missing or different in `others`; `null` without any. */
function differences(others: object, admins: object): object | null {
  const known = new Map(Object.entries(others));
  const different = Object.entries(admins).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(known.get(field)),
  );
  return different.length === 0 ? null : Object.fromEntries(different);
}

export const toEvent = (row: OutboxRow): OutboxEvent => ({
  position: row.position,
  kind: row.kind,
  ownerId: row.owner_id,
  audience: row.shared_with ?? { to: 'owner', ownerId: row.owner_id },
  promptId: row.prompt_id,
  data: row.data,
  adminData: row.admin_data,
  createdAt: row.created_at,
});
