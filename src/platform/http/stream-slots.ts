import { Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller';
import { ConfigService } from '../config/config.service';
import { AppError, errorSpec } from '../errors/app-error';

const TOO_MANY_STREAMS = errorSpec({
  code: 'too_many_streams',
  status: 429,
  meaning:
    'The caller has reached its limit of open event streams. Close one, or follow all jobs by one GET /api/events.',
});

export class TooManyStreams extends AppError {
  constructor(limit: number) {
    super(
      TOO_MANY_STREAMS,
      `At most ${limit} streams may be open at once. Close one first; GET /api/events follows all jobs in one stream. Without a stream, request the list.`,
      {
        hint: 'GET /api/jobs?status=queued,running',
        headers: { 'Retry-After': '1' },
        extras: { limit },
      },
    );
  }
}

/** Limits what each caller keeps open: event streams and waiting reads. */
@Injectable()
export class StreamSlots {
  private readonly streams = new Map<string, number>();
  private readonly waits = new Map<string, number>();

  constructor(private readonly config: ConfigService) {}

  /** Takes a slot for an event stream; call the returned function when it is over. Throws `TooManyStreams`. */
  acquireStream(caller: Caller): () => void {
    const limit = this.config.current().limits.streams_per_caller;
    if (!takeSlot(this.streams, caller, limit)) throw new TooManyStreams(limit);
    return releaseOnce(this.streams, caller);
  }

  /** Takes a slot for a read that waits; call the returned function when it is over. `null` when there is none. */
  acquireWait(caller: Caller): (() => void) | null {
    const limit = this.config.current().limits.waits_per_caller;
    return takeSlot(this.waits, caller, limit) ? releaseOnce(this.waits, caller) : null;
  }
}

const keyOf = ({ ownerId }: Caller): string => ownerId ?? '';

function takeSlot(counts: Map<string, number>, caller: Caller, limit: number): boolean {
  const count = counts.get(keyOf(caller)) ?? 0;
  if (count >= limit) return false;
  counts.set(keyOf(caller), count + 1);
  return true;
}

function releaseOnce(counts: Map<string, number>, caller: Caller): () => void {
  let isReleased = false;
  return () => {
    if (isReleased) return;
    isReleased = true;
    const remaining = (counts.get(keyOf(caller)) ?? 1) - 1;
    if (remaining > 0) counts.set(keyOf(caller), remaining);
    else counts.delete(keyOf(caller));
  };
}
