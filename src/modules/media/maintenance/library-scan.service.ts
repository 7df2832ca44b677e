import { Injectable } from '@nestjs/common';
import type { LibraryFinding, LibraryFindingKind } from '../public/library-findings';
import { inParallel } from './in-parallel';
import { type LibraryFile, LibraryFilesStore } from './library-files.store';
import { type LibraryRow, LibraryRowsRepository } from './library-rows.repository';

export interface ScanOptions {
  /** Called after each chunk with the number of files or rows in it; a rejection ends the scan. */
  readonly onChunk?: (size: number) => Promise<void>;
  /** Reads every file and compares its hash. */
  readonly readsContent?: boolean;
}

/** Files that are looked at concurrently. */
const MAX_PARALLEL_FILES = 32;

const THUMBNAIL_SUFFIX = /\.\d+\.webp$/;

/**
 * Compares the files of the library with the catalogue, in chunks of a thousand. Changes nothing. The service may store
 * and delete media meanwhile: what differs for that reason only is not reported.
 */
@Injectable()
export class LibraryScanService {
  constructor(
    private readonly files: LibraryFilesStore,
    private readonly rows: LibraryRowsRepository,
  ) {}

  async *findings({
    onChunk,
    readsContent = false,
  }: ScanOptions = {}): AsyncGenerator<LibraryFinding> {
    for await (const page of this.rows.pages()) {
      yield* await this.ofRows(page, readsContent);
      await onChunk?.(page.length);
    }
    for await (const chunk of this.files.chunks('files')) {
      yield* await this.ofFiles(chunk);
      await onChunk?.(chunk.length);
    }
    for await (const chunk of this.files.chunks('thumbnails')) {
      yield* await this.ofThumbnails(chunk);
      await onChunk?.(chunk.length);
    }
  }

  private async ofRows(
    rows: readonly LibraryRow[],
    readsContent: boolean,
  ): Promise<LibraryFinding[]> {
    const kinds = await inParallel(rows, MAX_PARALLEL_FILES, (row) =>
      this.damageOf(row, readsContent),
    );
    const damaged = rows.flatMap(({ path }, index) => {
      const kind = kinds[index];
      return kind ? [{ kind, name: path }] : [];
    });
    // A deletion removes the row before the file: if the row is gone by now, the file wasn't damaged but deleted.
    const existing = await this.rows.existing(damaged.map(({ name }) => name));
    return damaged.filter(({ name }) => existing.has(name));
  }

  private async damageOf(
    { path, size_bytes, sha256 }: LibraryRow,
    readsContent: boolean,
  ): Promise<LibraryFindingKind | null> {
    const size = await this.files.sizeOf(path);
    if (size === null) return 'missing_file';
    if (size !== size_bytes) return 'wrong_size';
    if (!readsContent) return null;
    const isSame = (await this.files.sha256Of(path).catch(() => '')) === sha256;
    return isSame ? null : 'wrong_content';
  }

  private async ofFiles(files: readonly LibraryFile[]): Promise<LibraryFinding[]> {
    const existing = await this.rows.existing(files.map(({ name }) => name));
    const suspects = files.filter(
      (file) => !existing.has(file.name) || !this.files.isInPlace(file),
    );
    const areUnlisted = await inParallel(suspects, MAX_PARALLEL_FILES, (file) =>
      this.isUnlisted(file),
    );
    return suspects
      .filter((_, index) => areUnlisted[index])
      .map(({ location }) => ({ kind: 'unlisted_file', name: location }));
  }

  /**
   * A file is marked as pending from before it appears until its row exists, and from before its row is deleted until it
   * is gone. So it must be without a mark, then without a row, and then still be there without a mark.
   */
  private async isUnlisted(file: LibraryFile): Promise<boolean> {
    if (!this.files.isInPlace(file)) return true;
    if (await this.files.isPending(file.name)) return false;
    if ((await this.rows.existing([file.name])).size > 0) return false;
    if ((await this.files.size(file.location)) === null) return false;
    return !(await this.files.isPending(file.name));
  }

  private async ofThumbnails(thumbnails: readonly LibraryFile[]): Promise<LibraryFinding[]> {
    const existing = await this.rows.existing([...new Set(thumbnails.map(sourceOf))]);
    const kinds = await inParallel(thumbnails, MAX_PARALLEL_FILES, (thumbnail) =>
      existing.has(sourceOf(thumbnail)) ? this.ifEmpty(thumbnail) : this.ifOrphaned(thumbnail),
    );
    return thumbnails.flatMap(({ location }, index) => {
      const kind = kinds[index];
      return kind ? [{ kind, name: location }] : [];
    });
  }

  /** Thumbnails are not flushed to the disk: a power failure may leave empty ones. */
  private async ifEmpty({ location }: LibraryFile): Promise<'empty_thumbnail' | null> {
    return (await this.files.size(location)) === 0 ? 'empty_thumbnail' : null;
  }

  /**
   * For a thumbnail whose asset had no row. The asset is marked as pending until its row exists, and during its deletion;
   * afterwards the thumbnail is gone.
   */
  private async ifOrphaned(thumbnail: LibraryFile): Promise<'orphaned_thumbnail' | null> {
    const source = sourceOf(thumbnail);
    if (await this.files.isPending(source)) return null;
    if ((await this.rows.existing([source])).size > 0) return null;
    return (await this.files.size(thumbnail.location)) === null ? null : 'orphaned_thumbnail';
  }
}

/** The path of the asset that a thumbnail shows. */
const sourceOf = ({ name }: LibraryFile): string => name.replace(THUMBNAIL_SUFFIX, '');
