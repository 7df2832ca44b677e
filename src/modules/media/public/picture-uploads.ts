import type { Readable } from 'node:stream';
import type { RequestWithCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';

/** A picture that was uploaded for another module; it is in no catalogue. */
export interface UploadedPicture {
  /** A file name made of the client's and of the content: the same for the same file. */
  readonly name: string;
  readonly size: number;
  /** The text field of the form; undefined if it was not sent. */
  readonly text: string | undefined;
  readonly open: () => Readable;
}

/** Uploads of pictures that other modules keep, with the checks of `POST /api/media`. */
export abstract class PictureUploads {
  /**
   * Receives a form with the part `file`: a PNG, JPEG or WebP that doesn't move. The file is there while `use` runs.
   * @param textField the text that the form may have beside it
   * @throws UploadTooLarge, QuotaReached, DiskFull, UnsupportedMedia, ImageTooLarge, MediaTooCostly, ValidationFailed
   */
  abstract receive<T>(
    caller: Caller,
    request: RequestWithCaller,
    textField: { readonly name: string; readonly maxChars: number },
    use: (picture: UploadedPicture) => Promise<T>,
  ): Promise<T>;
}
