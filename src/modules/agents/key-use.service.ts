import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock';
import { WriteGate } from '../../platform/database/write-gate';
import { outsideRequest } from '../../platform/http/request-context';
import type { AgentRow } from './agent.entity';
import { AgentsRepository } from './agents.repository';

/** Minimum time between two writes of a key's last use. */
const WRITE_INTERVAL_MS = 60_000;
/** How long uses are collected before they are written together. */
const BATCH_DELAY_MS = 1_000;
/** Above this size, entries older than the write interval are dropped. */
const MAX_REMEMBERED = 1_000;

/** Records when keys were last used, without a write per request. */
@Injectable()
export class KeyUseService implements OnModuleDestroy {
  private readonly log = new Logger(KeyUseService.name);
  /** By account: time of the last use that was written, or is about to be. */
  private readonly written = new Map<string, number>();
  private readonly pending = new Map<string, string>();
  private readonly shutdown = new AbortController();
  private isScheduled = false;
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly gate: WriteGate,
    private readonly rows: AgentsRepository,
    private readonly clock: Clock,
  ) {}

  note({ owner_id, last_used_at }: AgentRow): void {
    if (this.shutdown.signal.aborted) return;
    const now = this.clock.now();
    const last =
      this.written.get(owner_id) ?? (last_used_at === null ? 0 : Date.parse(last_used_at));
    if (Math.abs(now - last) < WRITE_INTERVAL_MS) return;
    if (this.written.size >= MAX_REMEMBERED) this.dropOld(now);
    this.written.set(owner_id, now);
    this.pending.set(owner_id, this.clock.timestamp());
    if (this.isScheduled) return;
    this.isScheduled = true;
    const earlier = this.writing;
    this.writing = outsideRequest(() => this.writeSoon()).then(() => earlier);
  }

  /** Writes what is still pending before the service ends. */
  async onModuleDestroy(): Promise<void> {
    this.shutdown.abort();
    await this.writing;
  }

  /** Entries older than the interval no longer prevent a write; entries of deleted accounts go, too. */
  private dropOld(now: number): void {
    for (const [ownerId, at] of this.written)
      if (Math.abs(now - at) >= WRITE_INTERVAL_MS) this.written.delete(ownerId);
  }

  private async writeSoon(): Promise<void> {
    await this.clock.pause(BATCH_DELAY_MS, this.shutdown.signal);
    const uses = [...this.pending];
    this.pending.clear();
    this.isScheduled = false;
    try {
      await this.gate.run(async (tx) => {
        for (const [ownerId, last_used_at] of uses)
          await this.rows.update(tx, ownerId, { last_used_at });
      });
    } catch (error) {
      this.log.warn({ err: error }, 'writing the last use of keys failed');
      // So that the next use tries again.
      for (const [ownerId] of uses) this.written.delete(ownerId);
    }
  }
}
