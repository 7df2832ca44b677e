import { Injectable } from '@nestjs/common';
import { Slots, SlotsBusy } from '../slots';
import { MediaBusy } from './imaging.errors';

/** Who asked for the work: an agent's id, or `null` for callers without one. */
export type WorkOwner = string | null;

const MAX_PARALLEL = 3;
/** One slot less than there are, so that one owner's expensive files never hold up everybody else. */
const MAX_PARALLEL_PER_OWNER = MAX_PARALLEL - 1;
/** Two screens of a gallery. */
const MAX_WAITING_PER_OWNER = 256;
const MAX_WAITING = 1024;

/** Slots for the processes that decode pictures, sound and video. Owners take turns. */
@Injectable()
export class DecodingSlots {
  private readonly slots = new Slots(MAX_PARALLEL, {
    perOwner: MAX_PARALLEL_PER_OWNER,
    maxWaitingPerOwner: MAX_WAITING_PER_OWNER,
    maxWaiting: MAX_WAITING,
  });

  /** @throws MediaBusy at once when the queue is full */
  async run<T>(owner: WorkOwner, work: () => Promise<T>): Promise<T> {
    try {
      return await this.slots.run(work, owner ?? '');
    } catch (error) {
      if (error instanceof SlotsBusy) throw new MediaBusy();
      throw error;
    }
  }
}
