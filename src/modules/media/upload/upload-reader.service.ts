import { Injectable } from '@nestjs/common';
import type { RequestWithCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { CredentialChecker } from '../../../platform/access/credential-checker';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { MediaReceiverService, type ReceivedFile } from '../intake/media-receiver.service';
import { UploadTooLarge } from '../media.errors';
import { RunningUploadsService } from './running-uploads.service';
import { readUploadForm, type TextField, type UploadForm } from './upload-form';

/** Size of a form without its file. */
const FORM_BYTES = 1024 * 1024;

/** Receives uploads. They can take long: the caller's key is checked again at the end. */
@Injectable()
export class UploadReaderService {
  constructor(
    private readonly receiver: MediaReceiverService,
    private readonly running: RunningUploadsService,
    private readonly credentials: CredentialChecker,
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {}

  /**
   * @param use takes over the file, and calls `onStored` once it counts as one of its owner's
   * @throws UploadTooLarge, UploadsBusy, QuotaReached, what {@link readUploadForm} and `use` throw, and the error for a
   * revoked key
   */
  async read<T>(
    { ownerId }: Caller,
    request: RequestWithCaller,
    textFields: readonly TextField[],
    use: (form: UploadForm<ReceivedFile>, onStored: () => void) => Promise<T>,
  ): Promise<T> {
    const { upload_bytes } = this.config.current().limits;
    const announced = Number(request.headers['content-length'] ?? 0);
    const read = () =>
      readUploadForm(
        request,
        {
          receive: (stream) => this.receiver.receive(stream, { maxBytes: upload_bytes, announced }),
          discard: (received) => this.receiver.discard(received),
          confirm: () => this.credentials.recheck(request),
          textFields,
        },
        this.clock,
      );
    try {
      if (announced > upload_bytes + FORM_BYTES) throw new UploadTooLarge(upload_bytes);
      const size = Math.max(1, announced - FORM_BYTES);
      return await this.running.run(ownerId, size, async (onStored) => use(await read(), onStored));
    } catch (error) {
      // So that the client can read the answer.
      request.resume();
      throw error;
    }
  }
}
