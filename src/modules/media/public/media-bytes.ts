import type { Caller } from '../../../platform/access/caller';

/** Random access to a file's bytes. */
export interface ReadableBytes {
  readonly size: number;
  /** `length` bytes from `offset`, fewer where the file ends before. */
  read(offset: number, length: number): Promise<Buffer>;
}

/** For rooms that look inside of files. */
export abstract class MediaBytes {
  /** Opens a file that the caller may read while `use` runs. Throws `MediaNotFound` for "not there" and "not theirs". */
  abstract examine<T>(
    caller: Caller,
    path: string,
    use: (bytes: ReadableBytes) => Promise<T>,
  ): Promise<T>;
}
