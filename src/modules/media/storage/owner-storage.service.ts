import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { QuotaReached } from '../media.errors';
import { OwnerStorage } from '../public/owner-storage';
import { OwnerBytesRepository } from './owner-bytes.repository';

/**
 * Checks `limits.owner_bytes` before a request writes its files. Uploads are checked again when their rows are inserted,
 * because others may have been stored meanwhile.
 */
@Injectable()
export class OwnerStorageService implements OwnerStorage {
  constructor(
    private readonly sums: OwnerBytesRepository,
    private readonly config: ConfigService,
  ) {}

  async assertFree(ownerId: string | null, bytes: number | (() => number) = 1): Promise<void> {
    const limit = this.config.current().limits.owner_bytes;
    if (limit === null || ownerId === null) return;
    const used = await this.sums.of(ownerId);
    const more = typeof bytes === 'number' ? bytes : bytes();
    if (used + more > limit) throw new QuotaReached(used, limit);
  }

  async reserve(source: string, ownerId: string | null, bytes: number): Promise<void> {
    const limit = this.config.current().limits.owner_bytes;
    await this.setBytes(source, ownerId, bytes, limit);
  }

  async record(source: string, ownerId: string | null, bytes: number): Promise<void> {
    await this.setBytes(source, ownerId, bytes, null);
  }

  /** @param limit `null` for none */
  private async setBytes(
    source: string,
    ownerId: string | null,
    bytes: number,
    limit: number | null,
  ): Promise<void> {
    if (ownerId === null) return;
    await this.sums.setOther({ source, owner_id: ownerId, bytes }, limit);
  }
}
