import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../platform/access/caller';
import { CallerWatch, type Watch } from '../../platform/access/caller-watch';
import { Clock } from '../../platform/clock/clock';
import { EventFeed } from '../../platform/events/event-feed';
import { outsideRequest } from '../../platform/http/request-context';
import { AgentChanges, type AgentChange } from '../agents/public/agent-changes';
import { KeyHolders } from '../agents/public/key-holders';
import { KeyRequirementService } from './key-requirement.service';
import { OpenWatch } from './open-watch';

/** How often the table and the configuration are looked at for changes by other processes. Milliseconds. */
const EVERY = 500;
/** Accounts whose newest change is remembered: more than change between a guard and a watch. */
const REMEMBERED = 10_000;
/** How long the table may take to answer. Milliseconds. */
const PATIENCE = 5_000;

/**
 * Ends what dead and narrowed keys have open (contract §2): at once where this process makes the change, else within a
 * look at the table, one statement for everybody, and only while anything is open.
 */
@Injectable()
export class CallerWatchesService extends CallerWatch implements OnModuleDestroy {
  private readonly log = new Logger(CallerWatchesService.name);
  private readonly open = new Set<OpenWatch>();
  /** The newest change of each account's rights that this process made: for who was let in just before. */
  private readonly newest = new LRUCache<string, AgentChange>({ max: REMEMBERED });
  private readonly ending = new AbortController();
  private looking = false;

  constructor(
    private readonly requirement: KeyRequirementService,
    private readonly holders: KeyHolders,
    private readonly feed: EventFeed,
    private readonly clock: Clock,
    changes: AgentChanges,
  ) {
    super();
    changes.stream.subscribe((change) => this.hear(change));
  }

  watch(caller: Caller): Watch {
    const watch = new OpenWatch(caller, () => this.open.delete(watch));
    this.open.add(watch);
    const change = this.newest.get(caller.ownerId ?? '');
    if (change) judge(watch, change);
    this.lookAtConfig([watch]);
    if (!this.looking) void outsideRequest(() => this.keepLooking());
    return watch;
  }

  onModuleDestroy(): void {
    this.ending.abort();
  }

  private hear(change: AgentChange): void {
    const { ownerId } = change;
    if (change.what === 'rights') {
      this.newest.set(ownerId, change);
      for (const watch of this.open) if (watch.caller.ownerId === ownerId) judge(watch, change);
      return;
    }
    this.feed.publish({
      kind: 'session',
      audience: { to: 'those', admits: (caller) => caller.ownerId === ownerId },
      data: () => ({ reason: 'profile_changed' }),
    });
  }

  private async keepLooking(): Promise<void> {
    this.looking = true;
    while (this.open.size > 0) {
      await this.clock.sleep(EVERY, this.ending.signal).catch(() => undefined);
      if (this.ending.signal.aborted) return;
      await this.look();
    }
    this.looking = false;
  }

  private async look(): Promise<void> {
    // Those that are opened meanwhile may know better than what is about to be read.
    const watched = [...this.open];
    this.lookAtConfig(watched);
    try {
      await this.lookAtTable(watched);
    } catch (error) {
      if (this.ending.signal.aborted) return;
      // Nobody knows what they may do now: who asks again is judged once that is known.
      this.log.warn({ err: error }, 'open streams end: their keys could not be looked up');
      for (const watch of watched) if (watch.caller.ownerId !== null) watch.stop('key_changed');
    }
  }

  private lookAtConfig(watched: readonly OpenWatch[]): void {
    if (!this.requirement.isRequired()) return;
    for (const watch of watched) if (watch.caller.ownerId === null) watch.stop('key_required');
  }

  private async lookAtTable(watched: readonly OpenWatch[]): Promise<void> {
    const ownerIds = new Set(watched.flatMap(({ caller }) => caller.ownerId ?? []));
    if (ownerIds.size === 0) return;
    const versions = await this.clock.within(PATIENCE, this.holders.versions([...ownerIds]));
    if (!versions) throw new Error('the table of agents does not answer');
    for (const watch of watched) {
      const { ownerId, version: was } = watch.caller;
      if (ownerId === null) continue;
      const version = versions.get(ownerId);
      judge(watch, { version: version ?? was, mayCall: version !== undefined });
    }
  }
}

/** Changes that are older than what the watch was opened with say nothing. */
function judge(watch: OpenWatch, now: Pick<AgentChange, 'version' | 'mayCall'>): void {
  const { version } = watch.caller;
  if (!now.mayCall && now.version >= version) watch.stop('key_revoked');
  else if (now.version > version) watch.stop('key_changed');
}
