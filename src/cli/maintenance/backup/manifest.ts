import type { DatabaseKind } from '../../../platform/database/database-snapshot.store';
import { UserError } from '../../../platform/errors/user-error';

/** Version of the backup's layout. */
export const BACKUP_FORMAT = 1;
/** Its presence makes a folder a complete backup, so it is written last. */
export const MANIFEST_FILE = 'manifest.json';

/** The secret that the names of files on nodes are made with. Here and in the data folder. */
export const STAGING_KEY = 'staging.key';
/** The folder of workflow files. Here and in the data folder. */
export const WORKFLOWS = 'workflows';

/** Paths of files that are not in the backup. */
interface AbsentFiles {
  readonly count: number;
  /** The first of them. */
  readonly paths: readonly string[];
}

/** What a backup holds; readable for people, too. */
export interface Manifest {
  readonly format: number;
  /** Version of Kinora that made it. */
  readonly kinora: string;
  readonly created_at: string;
  readonly database: {
    readonly kind: DatabaseKind;
    readonly file: string;
    readonly size_bytes: number;
    readonly sha256: string;
    /** Names of the migrations that had run. */
    readonly migrations: readonly string[];
  };
  readonly media: {
    readonly files: number;
    readonly size_bytes: number;
    /** The service had a row, but no file. */
    readonly missing: AbsentFiles;
    /** The service's file had another size or hash than its row. */
    readonly damaged: AbsentFiles;
  };
  /** Files of the folder `workflows`. */
  readonly workflows: number;
}

/** For missing and for damaged files each. */
const MAX_PATHS_IN_MANIFEST = 100;

export const absentFiles = (paths: readonly string[]): AbsentFiles => ({
  count: paths.length,
  paths: paths.slice(0, MAX_PATHS_IN_MANIFEST),
});

/** @throws UserError if the text is not a manifest of a format that this version reads */
export function parseManifest(text: string, folder: string): Manifest {
  const format = formatOf(text);
  if (format === BACKUP_FORMAT) return JSON.parse(text) as Manifest;
  throw new UserError(
    format === null
      ? `${folder} is damaged: its ${MANIFEST_FILE} can't be read. Use another backup.`
      : `${folder} was made by a newer version of Kinora. Restore it with that version.`,
  );
}

function formatOf(text: string): number | null {
  try {
    const { format } = JSON.parse(text) as { readonly format?: unknown };
    return typeof format === 'number' ? format : null;
  } catch {
    return null;
  }
}
