import { Injectable } from '@nestjs/common';
import { OwnerStorage } from '../public/owner-storage';
import { UploadsBusy } from './links.errors';

/** Uploads of one owner's addresses that are received at the same time. */
const MAX_PER_OWNER = 8;

interface Running {
  readonly count: number;
  /** Together. */
  readonly bytes: number;
}

/** Counts the uploads that are being received: none may fill the room that another one has been promised. */
@Injectable()
export class RunningUploadsService {
  private readonly owners = new Map<string | null, Running>();

  constructor(private readonly storage: OwnerStorage) {}

  /**
   * Reserves room for an upload while `receive` runs.
   * @throws UploadsBusy, QuotaReached
   */
  async run<T>(ownerId: string | null, bytes: number, receive: () => Promise<T>): Promise<T> {
    const { count } = this.of(ownerId);
    if (count >= MAX_PER_OWNER) throw new UploadsBusy(MAX_PER_OWNER);
    this.add(ownerId, 1, bytes);
    try {
      await this.storage.assertFree(ownerId, this.of(ownerId).bytes);
      return await receive();
    } finally {
      this.add(ownerId, -1, -bytes);
    }
  }

  private of(ownerId: string | null): Running {
    return this.owners.get(ownerId) ?? { count: 0, bytes: 0 };
  }

  private add(ownerId: string | null, count: number, bytes: number): void {
    const running = this.of(ownerId);
    const sum = { count: running.count + count, bytes: running.bytes + bytes };
    if (sum.count === 0) this.owners.delete(ownerId);
    else this.owners.set(ownerId, sum);
  }
}
