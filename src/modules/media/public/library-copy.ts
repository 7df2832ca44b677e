import type { DatabaseRows } from '../../../platform/database/database-snapshot.store';

/** Folders that each hold `files/<2 hex digits>/<path>`, as `<data_dir>/media` does. */
export interface CopyFolders {
  readonly from: string;
  readonly to: string;
  /** An earlier copy on the disk of `to`; its files are linked, because they never change. */
  readonly earlier: string | null;
}

/** What a copy of the library holds. */
export interface LibraryCopyResult {
  readonly files: number;
  readonly bytes: number;
  /** Files that were not in the target or the earlier copy already. */
  readonly copied: number;
  /** Paths without a file. */
  readonly missing: readonly string[];
  /** Paths whose file has another size or hash than its row says; they are left out. */
  readonly damaged: readonly string[];
}

/** Copies the files that the rows of a database name. */
export abstract class LibraryCopy {
  /** Copies what the target lacks, and checks size and hash. A killed copy leaves whole files only, and `.part` files. */
  abstract copy(database: DatabaseRows, folders: CopyFolders): Promise<LibraryCopyResult>;
  /** Deletes from the target what the rows don't name. */
  abstract removeUnlisted(database: DatabaseRows, folders: CopyFolders): Promise<void>;
}
