import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import type { Caller } from '../access/caller';
import { CallerWatch } from '../access/caller-watch';
import { Clock } from '../clock/clock';
import { joinSignals } from '../joined-signal';
import { QueryInt } from '../validation/query-fields';
import { clientGone } from './client-gone';
import { Shutdown } from './shutdown';
import { StreamSlots } from './stream-slots';

/** How long an answer is held (`?wait=`). */
export interface Hold {
  readonly seconds: number;
  /** A signal that aborts when the client disconnects. Most answers need none. */
  readonly clientGone: () => AbortSignal;
  /** Called instead of waiting when the caller has as many waiting requests as it may. */
  readonly onNoSlot: () => void;
}

export class WaitQuery {
  @QueryInt({
    min: 0,
    max: 60,
    description:
      'Hold the answer until it has ended, at most this many seconds. Beyond your limit of waiting requests it answers at once, ' +
      'with `Retry-After`.',
    example: 30,
  })
  wait?: number;
}

/** The header of answers that were not held. */
export const NOT_WAITED = {
  'Retry-After': {
    description:
      'Seconds. Set if `wait` was not kept, because the caller has too many waiting requests.',
    schema: { type: 'integer', minimum: 0 },
  },
} as const;

/** How holding an answer ends when the client disconnects, and how an answer that isn't held says when to ask again. */
export const holdOf = (response: Response, seconds = 0): Hold => ({
  seconds,
  clientGone: () => clientGone(response),
  onNoSlot: () => void response.set('Retry-After', '1'),
});

/** Holds answers until there is something to tell. */
@Injectable()
export class HeldAnswers {
  constructor(
    private readonly slots: StreamSlots,
    private readonly callers: CallerWatch,
    private readonly shutdown: Shutdown,
    private readonly clock: Clock,
  ) {}

  /**
   * Resolves once `news` does, the time is up, the client disconnects or the service stops; at once without a free slot.
   * Throws the refusal for a caller whose rights have ended meanwhile.
   * @param news gets a signal that is aborted when nobody waits any more
   */
  async until(
    caller: Caller,
    hold: Hold,
    news: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const release = this.slots.acquireWait(caller);
    if (!release) {
      hold.onNoSlot();
      return;
    }
    const watch = this.callers.watch(caller);
    const answered = new AbortController();
    const signals = [hold.clientGone(), this.shutdown.signal, watch.signal, answered.signal];
    const { signal: over, release: leave } = joinSignals(...signals);
    try {
      const timeout = this.clock.pause(hold.seconds * 1000, over);
      if (!over.aborted) await Promise.race([news(over), timeout]);
      if (watch.end) throw watch.end.refusal;
    } finally {
      answered.abort();
      leave();
      watch.release();
      release();
    }
  }
}
