import { Injectable } from '@nestjs/common';
import { Slots } from '../slots';

/** Who asked for the work: an agent's id, or `null` for callers without one. */
export type WorkOwner = string | null;

/** Who asks for the work, and when it is no longer wanted. */
export interface WorkRequest {
  readonly owner: WorkOwner;
  /** Ends the wait for a slot, and its reason is thrown; work that runs is not interrupted. */
  readonly signal?: AbortSignal;
}

const MAX_PARALLEL = 3;
/** One slot less than there are, so that one owner's expensive files never hold up everybody else. */
const MAX_PARALLEL_PER_OWNER = MAX_PARALLEL - 1;

/**
 * Slots for the processes that decode pictures, sound and video. Owners take turns. Any amount of work may wait: it is
 * bounded by the open requests and running jobs that it is for.
 */
@Injectable()
export class DecodingSlots {
  private readonly slots = new Slots(MAX_PARALLEL, { perOwner: MAX_PARALLEL_PER_OWNER });

  /** @throws what `work` throws, and the reason of the request's signal */
  run<T>({ owner, signal }: WorkRequest, work: () => Promise<T>): Promise<T> {
    return this.slots.run(work, owner ?? '', signal);
  }
}
