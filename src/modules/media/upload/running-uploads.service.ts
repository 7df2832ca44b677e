import { Injectable } from '@nestjs/common';
import { OwnerStorage } from '../public/owner-storage';
import { UploadsBusy } from '../media.errors';

/** Uploads that are received at the same time: of one owner, of all callers without a key. */
const MAX_PER_OWNER = 8;
const MAX_WITHOUT_KEY = 64;

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
   * Reserves room for an upload while `receive` runs, or until that calls `onStored` because the file is counted otherwise.
   * @throws UploadsBusy, QuotaReached
   */
  async run<T>(
    ownerId: string | null,
    bytes: number,
    receive: (onStored: () => void) => Promise<T>,
  ): Promise<T> {
    const max = ownerId === null ? MAX_WITHOUT_KEY : MAX_PER_OWNER;
    if (this.of(ownerId).count >= max) throw new UploadsBusy(max);
    let reserved = bytes;
    const onStored = (): void => {
      this.add(ownerId, 0, -reserved);
      reserved = 0;
    };
    this.add(ownerId, 1, bytes);
    try {
      await this.storage.assertFree(ownerId, () => this.of(ownerId).bytes);
      return await receive(onStored);
    } finally {
      onStored();
      this.add(ownerId, -1, 0);
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
