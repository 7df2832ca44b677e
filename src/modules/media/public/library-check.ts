import type { LibraryFinding } from './library-findings';

/** The comparison of files and catalogue that a server makes after its start, for `GET /api/health`. */
export abstract class LibraryCheck {
  /** Starts it in the background. Call it once the service listens. */
  abstract start(): void;
  /** Ends it; resolves when it has ended. */
  abstract stop(): Promise<void>;
}

/** An owner whose recorded sum of bytes differs from that of their files. */
export interface WrongOwnerSum {
  readonly ownerId: string;
  readonly recorded: number;
  /** The sum of the rows. */
  readonly actual: number;
}

/** The same comparison for the command line. Changes nothing, and works while a server runs. */
export abstract class LibraryInspection {
  /** @param readsContent reads every file and compares its hash */
  abstract findings(readsContent: boolean): AsyncIterable<LibraryFinding>;
  abstract wrongOwnerSums(): Promise<readonly WrongOwnerSum[]>;
  /** Partly received files below `media/incoming`. Only without a running server are they left over. */
  abstract unfinishedUploads(): Promise<number>;
}

export interface RepairOptions {
  /** Deletes the entries whose file is missing or damaged; a damaged file goes to `lost+found`, too. */
  readonly removesLost: boolean;
  /** Reads every file and compares its hash. */
  readonly readsContent: boolean;
}

/** Repairs what the comparison finds. For the server's process only, because it changes files and rows. */
export abstract class LibraryRepair {
  /** Moves unlisted files to `media/lost+found`, deletes useless thumbnails, corrects the storage used per owner. */
  abstract repair(options: RepairOptions): Promise<RepairCounts>;
}

/** How much was repaired. */
export interface RepairCounts {
  readonly moved_files: number;
  readonly removed_thumbnails: number;
  readonly removed_entries: number;
  readonly corrected_owners: number;
}
