import type { Readable } from 'node:stream';
import type { Caller } from '../../../platform/access/caller';
import type { ReadableBytes } from '../../../platform/imaging/readable-bytes';

/** What a catalogued file is. `file`: no picture, video or sound; only jobs make such files. */
export const MEDIA_TYPES = ['image', 'video', 'audio', 'file'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** A catalogued file, as far as other modules need it. */
export interface MediaFile {
  readonly path: string;
  readonly type: MediaType;
  readonly mime: string;
  readonly size_bytes: number;
  /** Hex. */
  readonly sha256: string;
  /** With the dot: `.png`. */
  readonly extension: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly duration: number | null;
  readonly fps: number | null;
  /** `null` where unknown. */
  readonly has_audio: boolean | null;
  /** Internal id of the owner; never part of an answer. */
  readonly owner_id: string | null;
}

/** Stored bytes. */
export interface StoredContent {
  readonly open: () => Readable;
  readonly size: number;
}

export abstract class MediaReader {
  /** `null` for missing files and files of other owners alike. */
  abstract find(caller: Caller, path: string): Promise<MediaFile | null>;
  /** By path; missing files and files of other owners are absent. One statement for 1,000 paths. */
  abstract findAll(
    caller: Caller,
    paths: readonly string[],
  ): Promise<ReadonlyMap<string, MediaFile>>;
  /** Owner ids by path; files that don't exist are absent. One statement. */
  abstract ownersOf(paths: readonly string[]): Promise<ReadonlyMap<string, string | null>>;
  /**
   * By content, for work that outlives the request (staging), as long as its owner has a copy: a job
   * must not reveal whether another owner has the same file.
   */
  abstract openContent(sha256: string, ownerId: string | null): Promise<StoredContent | null>;
  /**
   * Opens a file of the caller while `use` runs. Throws `MediaNotFound` for missing files and files of other owners.
   */
  abstract withBytes<T>(
    caller: Caller,
    path: string,
    use: (bytes: ReadableBytes) => Promise<T>,
  ): Promise<T>;
}
