import { Logger } from '@nestjs/common';
import { Subject } from 'rxjs';
import { liveFeed } from '../../../test/support/events';
import { ManualClock } from '../../../test/support/manual-clock';
import { type Caller, UNRESTRICTED } from '../../platform/access/caller';
import type { AgentChange } from '../agents/public/agent-changes';
import type { KeyHolders } from '../agents/public/key-holders';
import { CallerWatchesService } from './caller-watches.service';
import type { KeyRequirementService } from './key-requirement.service';

const caller = (ownerId: string, version = 1): Caller => ({ ...UNRESTRICTED, ownerId, version });
const change = (ownerId: string, more: Partial<AgentChange> = {}): AgentChange => ({
  ownerId,
  what: 'rights',
  version: 2,
  mayCall: true,
  ...more,
});

describe('CallerWatchesService', () => {
  const clock = new ManualClock();
  let stream: Subject<AgentChange>;
  let table: Map<string, number>;
  let asked: (readonly string[])[];
  let locked: boolean;
  let answer: () => Promise<void>;
  let watches: CallerWatchesService;
  beforeEach(() => {
    stream = new Subject();
    table = new Map([
      ['ann', 1],
      ['ben', 1],
    ]);
    asked = [];
    locked = false;
    answer = () => Promise.resolve();
    const holders = {
      versions: async (ids: readonly string[]) => {
        asked.push(ids);
        const read = new Map(table);
        await answer();
        return read;
      },
    } as unknown as KeyHolders;
    const requirement = { isRequired: () => locked } as unknown as KeyRequirementService;
    watches = new CallerWatchesService(requirement, holders, liveFeed(clock), clock, { stream });
  });
  afterEach(async () => {
    watches.onModuleDestroy();
    await clock.advance(0);
    expect(clock.sleeping()).toEqual([]);
  });

  it.each([
    [{}, 'key_changed', 'key_changed'],
    [{ mayCall: false }, 'key_revoked', 'invalid_key'],
    [{ mayCall: false, version: 1 }, 'key_revoked', 'invalid_key'],
  ] as const)('a change in this process ends watches in that moment: %j', (more, reason, code) => {
    const mine = watches.watch(caller('ann'));
    const other = watches.watch(caller('ben'));
    stream.next(change('ann', more));
    expect(mine.signal.aborted).toBe(true);
    expect([mine.end?.reason, mine.end?.refusal.spec.code]).toEqual([reason, code]);
    expect([other.signal.aborted, other.end]).toEqual([false, null]);
  });

  it('applies a change between guard and watch, and ignores older ones', () => {
    stream.next(change('ann', { version: 3 }));
    expect(watches.watch(caller('ann', 2)).end?.reason).toBe('key_changed');
    expect(watches.watch(caller('ann', 3)).end).toBeNull();
    stream.next(change('ann', { version: 4, mayCall: false }));
    expect(watches.watch(caller('ann', 3)).end?.reason).toBe('key_revoked');
    expect(watches.watch(caller('ann', 5)).end).toBeNull();
  });

  it('ends nothing after a profile change', () => {
    const watch = watches.watch(caller('ann'));
    stream.next(change('ann', { what: 'profile', mayCall: false }));
    expect(watch.end).toBeNull();
  });

  it('detects changes by other processes within half a second, with one statement for all', async () => {
    const ann = [watches.watch(caller('ann')), watches.watch(caller('ann'))];
    const ben = watches.watch(caller('ben'));
    watches.watch(UNRESTRICTED);
    table.set('ann', 2).delete('ben');
    await clock.advance(500);
    expect([...ann, ben].map(({ end }) => end?.reason)).toEqual([
      'key_changed',
      'key_changed',
      'key_revoked',
    ]);
    expect(asked).toEqual([['ann', 'ben']]);
  });

  it('runs no query without open watches, nor for callers without a key', async () => {
    await clock.advance(5_000);
    const watch = watches.watch(caller('ann'));
    watches.watch(UNRESTRICTED);
    await clock.advance(1_000);
    expect(asked).toHaveLength(2);
    watch.release();
    await clock.advance(5_000);
    expect(asked).toHaveLength(2);
  });

  it('polls again within half a second after a pause', async () => {
    watches.watch(caller('ann')).release();
    await clock.advance(300);
    const watch = watches.watch(caller('ben', 0));
    await clock.advance(200);
    expect(watch.end?.reason).toBe('key_changed');
  });

  it('does not apply a query’s result to watches opened during the query', async () => {
    let read = (): void => undefined;
    answer = () => new Promise((resolve) => (read = resolve));
    watches.watch(caller('ben'));
    table.delete('ann');
    await clock.advance(500);
    const enabledSince = watches.watch(caller('ann', 3));
    read();
    await clock.advance(0);
    expect(enabledSince.end).toBeNull();
  });

  it('ends watches without a key when keys become required', async () => {
    const watch = watches.watch(UNRESTRICTED);
    const keyed = watches.watch(caller('ann'));
    await clock.advance(500);
    expect(watch.end).toBeNull();
    locked = true;
    await clock.advance(500);
    expect([watch.end?.reason, watch.end?.refusal.spec.code]).toEqual([
      'key_required',
      'missing_key',
    ]);
    expect(keyed.end).toBeNull();
    expect(watches.watch(UNRESTRICTED).end?.reason).toBe('key_required');
  });

  it.each<[string, () => Promise<void>, number]>([
    ['can’t be read', () => Promise.reject(new Error('away')), 500],
    ['doesn’t answer', () => new Promise<void>(() => undefined), 5_500],
  ])('ends watches with a key when the table %s', async (_, reading, ms) => {
    const warned = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    const [watch, keyless] = [watches.watch(caller('ann')), watches.watch(UNRESTRICTED)];
    answer = reading;
    await clock.advance(ms - 1);
    expect(watch.end).toBeNull();
    await clock.advance(1);
    expect([watch.end?.reason, keyless.end]).toEqual(['key_changed', null]);
    expect(warned).toHaveBeenCalledTimes(1);
    warned.mockRestore();
  });
});
