import type { Readable } from 'node:stream';
import type { Caller } from '../../../platform/access/caller';
import type { Demuxer } from '../../../platform/imaging/demuxer';
import type { MediaFile, MediaType } from './media-reader';

/** What is known of a file that another module makes: speech, a film. */
export interface DerivedFile {
  /** Its content has to be of this type. */
  readonly type: MediaType;
  /** For people, without an extension. */
  readonly name: string;
  readonly description?: string;
  /** Id of the project that it belongs to. */
  readonly project?: string | null;
  /** Ids of the characters that it shows, or that are heard in it. */
  readonly characters?: readonly string[];
  /** Paths of the media that it was made from. */
  readonly origins: readonly string[];
  /** Writes in the transaction that enters the file; in another one if the same content made from the same media is there already. */
  readonly also?: (path: string) => Promise<void>;
}

/** Where the bytes of a file are, for programs that open it. */
export interface LocatedFile {
  /** Absolute. */
  readonly file: string;
  /** How ffmpeg opens it; `null` for pictures. */
  readonly demuxer: Demuxer | null;
  /** In pixels; `null` where unknown, and for sound. */
  readonly width: number | null;
  readonly height: number | null;
}

/**
 * Enters files that other modules make into the catalogue, as the caller's own. The same content made from the same
 * media is entered once.
 */
export abstract class DerivedMedia {
  /** Enters what a stream sends. @throws UnsupportedMedia, UploadTooLarge, QuotaReached, DiskFull, what the stream throws */
  abstract receive(
    caller: Caller,
    file: DerivedFile,
    stream: Readable,
    maxBytes: number,
  ): Promise<MediaFile>;
  /**
   * Enters the file that `write` writes. A failure, or the end of the process, leaves nothing behind.
   * @param write gets the absolute path of a file that doesn't exist yet
   * @throws UnsupportedMedia, QuotaReached, DiskFull, what `write` throws
   */
  abstract produce(
    caller: Caller,
    file: DerivedFile,
    write: (target: string) => Promise<void>,
  ): Promise<MediaFile>;
  /**
   * For work that was accepted before: files in the trash, too, until they are purged.
   * @throws MediaNotFound for missing files and files of other owners
   */
  abstract locate(caller: Caller, path: string): Promise<LocatedFile>;
}
