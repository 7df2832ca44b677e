import { Injectable } from '@nestjs/common';
import type { RequestWithCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { CredentialChecker } from '../../../platform/access/credential-checker';
import { ConfigService } from '../../../platform/config/config.service';
import { MediaReceiverService, type ReceivedFile } from '../intake/media-receiver.service';
import { UploadTooLarge } from '../media.errors';
import { OwnerStorage } from '../public/owner-storage';
import { readUploadForm, type TextField, type UploadForm } from './upload-form';

/** Size of a form without its file. */
const FORM_BYTES = 1024 * 1024;

/** Receives uploads. They can take long: the caller's key is checked again at the end. */
@Injectable()
export class UploadReaderService {
  constructor(
    private readonly receiver: MediaReceiverService,
    private readonly storage: OwnerStorage,
    private readonly credentials: CredentialChecker,
    private readonly config: ConfigService,
  ) {}

  /** @throws UploadTooLarge, QuotaReached, what {@link readUploadForm} throws, and the error for a revoked key */
  async read(
    { ownerId }: Caller,
    request: RequestWithCaller,
    textField: TextField,
  ): Promise<UploadForm<ReceivedFile>> {
    const { upload_bytes } = this.config.current().limits;
    const announced = Number(request.headers['content-length'] ?? 0);
    try {
      if (announced > upload_bytes + FORM_BYTES) throw new UploadTooLarge(upload_bytes);
      await this.storage.assertFree(ownerId, Math.max(1, announced - FORM_BYTES));
    } catch (error) {
      request.resume();
      throw error;
    }
    return readUploadForm(request, {
      receive: (stream) => this.receiver.receive(stream, { maxBytes: upload_bytes, announced }),
      discard: (received) => this.receiver.discard(received),
      confirm: () => this.credentials.recheck(request),
      textField,
    });
  }
}
