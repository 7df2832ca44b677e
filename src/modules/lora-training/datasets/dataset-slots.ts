import { Injectable } from '@nestjs/common';
import { Slots, SlotsBusy } from '../../../platform/slots';
import { DatasetWorkBusy } from './dataset.errors';

const MAX_PARALLEL = 2;
const MAX_WAITING = 50;
const MAX_WAITING_PER_OWNER = 5;

/** Slots for work on many files of a dataset: copies, reports and edits of captions. Owners take turns. */
@Injectable()
export class DatasetSlots {
  private readonly slots = new Slots(MAX_PARALLEL, {
    perOwner: 1,
    maxWaiting: MAX_WAITING,
    maxWaitingPerOwner: MAX_WAITING_PER_OWNER,
  });

  /** @throws DatasetWorkBusy at once when too much work waits */
  async run<T>(ownerId: string | null, work: () => Promise<T>): Promise<T> {
    try {
      return await this.slots.run(work, ownerId ?? '');
    } catch (error) {
      throw error instanceof SlotsBusy ? new DatasetWorkBusy() : error;
    }
  }
}
