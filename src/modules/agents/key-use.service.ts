import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock';
import { WriteGate } from '../../platform/database/write-gate';
import { outsideRequest } from '../../platform/http/request-context';
import type { AgentRow } from './agent.entity';
import { AgentsRepository } from './agents.repository';

/** How often a key's last use is written at most (contract §2), and how long uses are gathered before. Milliseconds. */
const EVERY = 60_000;
const GATHER = 1_000;
/** Uses that are remembered; more than that are looked through for what is over. */
const REMEMBERED = 1_000;

/** Notes when keys were last used, without a write per request. */
@Injectable()
export class KeyUseService implements OnModuleDestroy {
  private readonly log = new Logger(KeyUseService.name);
  /** When a key's use was last written, or is about to be. */
  private readonly noted = new Map<string, number>();
  private readonly due = new Map<string, string>();
  private readonly ending = new AbortController();
  private writing: Promise<void> | null = null;

  constructor(
    private readonly gate: WriteGate,
    private readonly rows: AgentsRepository,
    private readonly clock: Clock,
  ) {}

  note({ owner_id, last_used_at }: AgentRow): void {
    if (this.ending.signal.aborted) return;
    const now = this.clock.now();
    const last = this.noted.get(owner_id) ?? (last_used_at === null ? 0 : Date.parse(last_used_at));
    if (Math.abs(now - last) < EVERY) return;
    if (this.noted.size >= REMEMBERED) this.forget(now);
    this.noted.set(owner_id, now);
    this.due.set(owner_id, this.clock.timestamp());
    this.writing ??= outsideRequest(() => this.writeSoon());
  }

  /** What is still gathered is written before the service ends. */
  async onModuleDestroy(): Promise<void> {
    this.ending.abort();
    await this.writing;
  }

  /** What is older than a minute keeps nobody from a write: deleted accounts go with it. */
  private forget(now: number): void {
    for (const [ownerId, at] of this.noted)
      if (Math.abs(now - at) >= EVERY) this.noted.delete(ownerId);
  }

  private async writeSoon(): Promise<void> {
    await this.clock.sleep(GATHER, this.ending.signal).catch(() => undefined);
    const uses = [...this.due];
    this.due.clear();
    this.writing = null;
    try {
      await this.gate.run(async (tx) => {
        for (const [ownerId, last_used_at] of uses)
          await this.rows.update(tx, ownerId, { last_used_at });
      });
    } catch (error) {
      this.log.warn({ err: error }, 'when keys were last used could not be written');
      // The next use tries again.
      for (const [ownerId] of uses) this.noted.delete(ownerId);
    }
  }
}
