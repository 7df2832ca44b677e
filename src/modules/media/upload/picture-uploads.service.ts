import { Injectable } from '@nestjs/common';
import type { RequestWithCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { MediaContentService } from '../intake/media-content.service';
import { MediaReceiverService, type ReceivedFile } from '../intake/media-receiver.service';
import { PictureUploads, type UploadedPicture } from '../public/picture-uploads';
import { IncomingFilesStore } from '../storage/incoming-files.store';
import { freshPath } from '../storage/stored-name';
import type { TextField, UploadForm } from './upload-form';
import { UploadReaderService } from './upload-reader.service';

const ACCEPTED = new Set(['.png', '.jpg', '.webp']);
/** Digits of a picture's hash in its name. */
const HASH_DIGITS = 16;

/** Receives pictures that other modules keep outside of the catalogue. */
@Injectable()
export class PictureUploadsService implements PictureUploads {
  constructor(
    private readonly reader: UploadReaderService,
    private readonly receiver: MediaReceiverService,
    private readonly content: MediaContentService,
    private readonly incomingFiles: IncomingFilesStore,
  ) {}

  async receive<T>(
    caller: Caller,
    request: RequestWithCaller,
    textField: TextField,
    use: (picture: UploadedPicture) => Promise<T>,
  ): Promise<T> {
    return this.reader.read(caller, request, [textField], (form, onStored) => {
      // The caller of this method counts the picture if it keeps it.
      onStored();
      return this.use(caller, form, form.texts.get(textField.name), use);
    });
  }

  private async use<T>(
    caller: Caller,
    { file, filename }: UploadForm<ReceivedFile>,
    text: string | undefined,
    use: (picture: UploadedPicture) => Promise<T>,
  ): Promise<T> {
    try {
      const inspected = ACCEPTED.has(file.kind.extension)
        ? await this.content.inspect(file, caller.ownerId)
        : null;
      if (inspected?.type !== 'image')
        throw ValidationFailed.at(
          ['body', 'file'],
          'Send a PNG, JPEG or WebP picture that does not move.',
        );
      await this.content.verify(file, inspected, caller.ownerId);
      const { incoming } = file;
      return await use({
        name: freshPath(filename, incoming.sha256.slice(0, HASH_DIGITS), inspected.extension),
        size: incoming.size,
        text,
        open: () => this.incomingFiles.stream(incoming),
      });
    } finally {
      await this.receiver.discard(file);
    }
  }
}
