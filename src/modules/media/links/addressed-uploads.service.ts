import { Injectable, Logger } from '@nestjs/common';
import type { Request } from 'express';
import type { Caller } from '../../../platform/access/caller';
import { CredentialChecker } from '../../../platform/access/credential-checker';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { UnsupportedMediaType } from '../../../platform/http/http.errors';
import type { UploadAddressRow } from '../entities/media-link.entities';
import { MediaReceiverService, type ReceivedFile } from '../intake/media-receiver.service';
import { UploadTooLarge } from '../media.errors';
import { MediaUploadsService, type UploadedMedia } from '../upload/media-uploads.service';
import { RunningUploadsService } from '../upload/running-uploads.service';
import { steadyBody } from '../upload/steady-body';
import { exactBody } from './exact-body';
import { UploadAddressGone, UploadAddressUsed, UploadMismatch } from './links.errors';
import { UploadAddressesRepository } from './upload-addresses.repository';

/** Uploads to addresses, with the rights that the makers of the addresses have at the time. */
@Injectable()
export class AddressedUploadsService {
  private readonly logger = new Logger('Media');

  constructor(
    private readonly rows: UploadAddressesRepository,
    private readonly credentials: CredentialChecker,
    private readonly running: RunningUploadsService,
    private readonly receiver: MediaReceiverService,
    private readonly uploads: MediaUploadsService,
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {}

  /**
   * A failed upload leaves the address as it was.
   * @throws UploadAddressGone, UploadAddressUsed, UploadMismatch, UploadsBusy, and what uploads throw
   */
  async upload(token: string, request: Request): Promise<UploadedMedia> {
    try {
      const address = await this.rows.findByToken(token);
      if (!address) throw new UploadAddressGone();
      const maker = await this.maker(address);
      if (address.claimed_at !== null) throw new UploadAddressUsed(address.path);
      this.checkAnnounced(address, request);
      return await this.running.run(maker.ownerId, address.size_bytes, async (onStored) => {
        if (!(await this.rows.claim(address.id))) throw new UploadAddressUsed(null);
        return this.receiveOnce(address, request, onStored);
      });
    } catch (error) {
      // Reads no more than a client may have sent before it reads the answer.
      if (!request.complete) request.res?.setHeader('Connection', 'close');
      throw error;
    }
  }

  /** @throws UploadAddressGone */
  private async maker({ owner_id, key_id }: UploadAddressRow): Promise<Caller> {
    const maker = await this.credentials.issuer({ ownerId: owner_id, keyId: key_id });
    if (!maker) throw new UploadAddressGone();
    return maker;
  }

  /** What is known before the first byte. */
  private checkAnnounced({ size_bytes: size }: UploadAddressRow, { headers }: Request): void {
    const { upload_bytes } = this.config.current().limits;
    const announced = headers['content-length'];
    const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
    if (encoding !== 'identity') throw new UnsupportedMediaType(['the bytes of the file']);
    if (announced !== undefined && Number(announced) !== size)
      throw new UploadMismatch('size_bytes', size);
    if (size > upload_bytes) throw new UploadTooLarge(upload_bytes);
  }

  private async receiveOnce(
    address: UploadAddressRow,
    request: Request,
    onStored: () => void,
  ): Promise<UploadedMedia> {
    const { id } = address;
    try {
      const uploaded = await this.receive(address, request, onStored);
      await this.rows.settle(id, uploaded.path);
      return uploaded;
    } catch (error) {
      await this.rows
        .free(id)
        .catch((err: unknown) =>
          this.logger.error({ err }, 'an upload address stays claimed until the next start'),
        );
      throw error;
    }
  }

  private async receive(
    address: UploadAddressRow,
    request: Request,
    onStored: () => void,
  ): Promise<UploadedMedia> {
    const { filename, size_bytes: size, sha256 } = address;
    const body = exactBody(steadyBody(request, this.clock), size);
    const file = await this.receiver.receive(body, { announced: size });
    const maker = await this.confirmed(address, file);
    if (file.incoming.sha256 === sha256)
      return this.uploads.keep(maker, { file, filename }, onStored);
    await this.receiver.discard(file);
    throw new UploadMismatch('sha256', sha256);
  }

  /** The maker may have lost access while the file arrived. */
  private async confirmed(address: UploadAddressRow, file: ReceivedFile): Promise<Caller> {
    try {
      return await this.maker(address);
    } catch (error) {
      await this.receiver.discard(file);
      throw error;
    }
  }
}
