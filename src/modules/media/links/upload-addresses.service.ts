import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { TOKEN_BYTES, tokenHash } from '../../../platform/access/token-hash';
import { Clock, Ids } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { installAddress, type RequestAddress } from '../../../platform/http/install-address';
import type { Plain } from '../../../platform/plain';
import { UploadTooLarge } from '../media.errors';
import type { UploadAddressDto, UploadAddressResponse } from './dto/links.dto';
import { UploadAddressCap } from './links.errors';
import { UploadAddressesRepository } from './upload-addresses.repository';

const LIFETIME_MS = 10 * 60 * 1000;
/** Unused ones of one owner. */
const MAX_OPEN = 100;
const ID_BYTES = 12;

type UploadAddress = Plain<UploadAddressResponse>;

/** Addresses that take one upload without a key. */
@Injectable()
export class UploadAddressesService {
  constructor(
    private readonly rows: UploadAddressesRepository,
    private readonly config: ConfigService,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** @throws UploadTooLarge, UploadAddressCap */
  async create(
    { ownerId, keyId }: Caller,
    { filename, size_bytes, sha256 }: UploadAddressDto,
    address: RequestAddress,
  ): Promise<UploadAddress> {
    const { limits, server } = this.config.current();
    if (size_bytes > limits.upload_bytes) throw new UploadTooLarge(limits.upload_bytes);
    const token = this.ids.token(TOKEN_BYTES);
    const now = this.clock.now();
    const expires_at = new Date(now + LIFETIME_MS).toISOString();
    const row = {
      id: `upl_${this.ids.token(ID_BYTES)}`,
      token_hash: tokenHash(token),
      owner_id: ownerId,
      key_id: keyId,
      filename,
      size_bytes,
      sha256: sha256.toLowerCase(),
      created_at: new Date(now).toISOString(),
      expires_at,
      claimed_at: null,
      path: null,
    };
    if (!(await this.rows.insert(row, MAX_OPEN))) throw new UploadAddressCap(MAX_OPEN);
    return { url: `${installAddress(server.public_url, address)}/upload/${token}`, expires_at };
  }
}
