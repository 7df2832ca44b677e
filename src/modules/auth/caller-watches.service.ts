import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { boundedCache } from '../../platform/bounded-cache';
import type { Caller } from '../../platform/access/caller';
import {
  type CallerEnd,
  type CallerEndReason,
  CallerWatch,
  type Watch,
} from '../../platform/access/caller-watch';
import { InvalidKey, KeyChanged, MissingKey } from '../../platform/access/key.errors';
import { Clock } from '../../platform/clock/clock';
import { EventFeed } from '../../platform/events/event-feed';
import { outsideRequest } from '../../platform/http/request-context';
import { AgentChanges, type AgentChange } from '../agents/public/agent-changes';
import { KeyHolders } from '../agents/public/key-holders';
import { KeyRequirementService } from './key-requirement.service';

/** How often the table and the configuration are checked for changes by other processes. */
const POLL_INTERVAL_MS = 500;
/** Accounts whose latest change is cached: more than change between a guard and its watch. */
const MAX_CACHED_CHANGES = 10_000;
/** How long the table may take to answer. */
const QUERY_TIMEOUT_MS = 5_000;

/**
 * Ends the streams and waits of keys that were revoked, replaced or narrowed: at once for changes by this
 * process, else with the next poll of the table, which runs only while anything is open.
 */
@Injectable()
export class CallerWatchesService implements CallerWatch, OnModuleDestroy {
  private readonly log = new Logger(CallerWatchesService.name);
  private readonly open = new Set<OpenWatch>();
  /** Latest change of each account's rights by this process: it may come between a guard and its watch. */
  private readonly latest = boundedCache<AgentChange>(MAX_CACHED_CHANGES);
  private readonly shutdown = new AbortController();
  private polling = false;

  constructor(
    private readonly requirement: KeyRequirementService,
    private readonly holders: KeyHolders,
    private readonly feed: EventFeed,
    private readonly clock: Clock,
    changes: AgentChanges,
  ) {
    changes.stream.subscribe((change) => this.onChange(change));
  }

  watch(caller: Caller): Watch {
    const watch = new OpenWatch(caller, () => this.open.delete(watch));
    this.open.add(watch);
    const change = this.latest.get(caller.ownerId ?? '');
    if (change) apply(watch, change);
    this.checkConfig([watch]);
    if (!this.polling) void outsideRequest(() => this.poll());
    return watch;
  }

  onModuleDestroy(): void {
    this.shutdown.abort();
  }

  private onChange(change: AgentChange): void {
    const { ownerId } = change;
    if (change.what === 'rights') {
      this.latest.set(ownerId, change);
      for (const watch of this.open) if (watch.caller.ownerId === ownerId) apply(watch, change);
      return;
    }
    this.feed.publish({
      kind: 'session',
      audience: { to: 'matching', admits: (caller) => caller.ownerId === ownerId },
      data: () => ({ reason: 'profile_changed' }),
    });
  }

  private async poll(): Promise<void> {
    this.polling = true;
    while (this.open.size > 0) {
      await this.clock.pause(POLL_INTERVAL_MS, this.shutdown.signal);
      if (this.shutdown.signal.aborted) return;
      await this.checkAll();
    }
    this.polling = false;
  }

  private async checkAll(): Promise<void> {
    // Watches opened during the query may be newer than its result.
    const watched = [...this.open];
    this.checkConfig(watched);
    try {
      await this.checkTable(watched);
    } catch (error) {
      if (this.shutdown.signal.aborted) return;
      // Their rights are unknown now; a new request is checked again.
      this.log.warn(
        { err: error },
        'looking up the keys of open streams failed; these streams end',
      );
      for (const watch of watched) if (watch.caller.ownerId !== null) watch.stop('key_changed');
    }
  }

  private checkConfig(watched: readonly OpenWatch[]): void {
    if (!this.requirement.isRequired()) return;
    for (const watch of watched) if (watch.caller.ownerId === null) watch.stop('key_required');
  }

  private async checkTable(watched: readonly OpenWatch[]): Promise<void> {
    const ownerIds = new Set(watched.flatMap(({ caller }) => caller.ownerId ?? []));
    if (ownerIds.size === 0) return;
    const versions = await this.clock.within(
      QUERY_TIMEOUT_MS,
      this.holders.versions([...ownerIds]),
    );
    if (!versions) throw new Error('the table of agents does not answer');
    for (const watch of watched) {
      const { ownerId, version } = watch.caller;
      if (ownerId === null) continue;
      const current = versions.get(ownerId);
      apply(watch, { version: current ?? version, mayCall: current !== undefined });
    }
  }
}

/** Ignores changes older than the rights that the watch was opened with. */
function apply(watch: OpenWatch, current: Pick<AgentChange, 'version' | 'mayCall'>): void {
  const { version } = watch.caller;
  if (!current.mayCall && current.version >= version) watch.stop('key_revoked');
  else if (current.version > version) watch.stop('key_changed');
}

const REFUSALS = {
  key_changed: KeyChanged,
  key_revoked: InvalidKey,
  key_required: MissingKey,
} as const;

/** An open stream or wait, with the rights that it was opened with. */
class OpenWatch implements Watch {
  private readonly controller = new AbortController();
  private ended: CallerEnd | null = null;

  constructor(
    readonly caller: Caller,
    readonly release: () => void,
  ) {}

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  get end(): CallerEnd | null {
    return this.ended;
  }

  stop(reason: CallerEndReason): void {
    if (this.ended) return;
    this.ended = { reason, refusal: new REFUSALS[reason]() };
    this.release();
    this.controller.abort();
  }
}
