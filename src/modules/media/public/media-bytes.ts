import type { Caller } from '../../../platform/access/caller';
import type { ReadableBytes } from './readable-bytes';

/** For rooms that look inside of files. */
export abstract class MediaBytes {
  /** Opens a file that the caller may read while `use` runs. Throws `MediaNotFound` for "not there" and "not theirs". */
  abstract examine<T>(
    caller: Caller,
    path: string,
    use: (bytes: ReadableBytes) => Promise<T>,
  ): Promise<T>;
}
