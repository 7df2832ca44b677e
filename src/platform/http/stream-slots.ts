import { Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller';
import { ConfigService } from '../config/config.service';
import { codedError } from '../errors/app-error';
import { networkOfPeer, type Peer } from './peer-address';

export class TooManyStreams extends codedError({
  code: 'too_many_streams',
  status: 429,
  meaning:
    'The caller has reached its limit of open event streams. Close one, or follow all jobs by one GET /api/events.',
}) {
  constructor(limit: number) {
    super(
      `At most ${limit} streams may be open at once. Close one first; GET /api/events follows all jobs in one stream. Without a stream, request the list.`,
      {
        hint: 'GET /api/jobs?status=queued,running',
        headers: { 'Retry-After': '1' },
        extras: { limit },
      },
    );
  }
}

/** Callers without a key may have as many streams together as this many addresses. */
const ADDRESSES = 8;

/** Limits what each caller keeps open: event streams and waiting reads. */
@Injectable()
export class StreamSlots {
  private readonly streams = new Map<string, number>();
  private readonly waits = new Map<string, number>();

  constructor(private readonly config: ConfigService) {}

  /**
   * Takes a slot for an event stream; call the returned function when it is over. Callers without a key count by the
   * address that they come from. Throws `TooManyStreams`.
   */
  acquireStream({ ownerId }: Caller, peer: Peer): () => void {
    const limit = this.config.current().limits.streams_per_caller;
    const slots: Slots =
      ownerId === null
        ? [
            [`at ${networkOfPeer(peer)}`, limit],
            ['', limit * ADDRESSES],
          ]
        : [[ownerId, limit]];
    const release = takeSlots(this.streams, slots);
    if (!release) throw new TooManyStreams(limit);
    return release;
  }

  /** Takes a slot for a read that waits; call the returned function when it is over. `null` when there is none. */
  acquireWait({ ownerId }: Caller): (() => void) | null {
    const limit = this.config.current().limits.waits_per_caller;
    return takeSlots(this.waits, [[ownerId ?? '', limit]]);
  }
}

/** Who takes a slot, and how many each may have. */
type Slots = readonly (readonly [holder: string, limit: number])[];

/** @returns what releases the slots; `null` if any of them is not free */
function takeSlots(counts: Map<string, number>, slots: Slots): (() => void) | null {
  const countOf = (holder: string): number => counts.get(holder) ?? 0;
  if (slots.some(([holder, limit]) => countOf(holder) >= limit)) return null;
  for (const [holder] of slots) counts.set(holder, countOf(holder) + 1);
  let isReleased = false;
  return () => {
    if (isReleased) return;
    isReleased = true;
    for (const [holder] of slots) {
      if (countOf(holder) > 1) counts.set(holder, countOf(holder) - 1);
      else counts.delete(holder);
    }
  };
}
