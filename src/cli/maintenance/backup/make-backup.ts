import { existsSync, readFileSync } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import {
  type CopyFolders,
  type LibraryCopy,
  type LibraryCopyResult,
} from '../../../modules/media/public/library-copy';
import {
  type DatabaseSnapshot,
  takeSnapshot,
} from '../../../platform/database/database-snapshot.store';
import { realDatabasePath } from '../../../platform/database/database-files.store';
import { sqlitePath } from '../../../platform/database/data-source-options';
import { isLogDamaged } from '../../../platform/database/write-ahead-log.store';
import { UserError } from '../../../platform/errors/user-error';
import { sha256OfFile } from '../../../platform/file-hash.store';
import { SERVICE_VERSION } from '../../../platform/observability/service-version';
import { runningServer } from '../running-server';
import type { Settings } from '../settings';
import { BackupFolder, type Deletion } from './backup-folder';
import { libraryCopy } from './library-copy';
import { copySmallFile, copyTree } from './small-files';
import {
  absentFiles,
  BACKUP_FORMAT,
  type Manifest,
  MANIFEST_FILE,
  STAGING_KEY,
  WORKFLOWS,
} from './manifest';
import { withoutSecrets } from './without-secrets';

/** Snapshots that are taken when files are deleted meanwhile. */
const MAX_SNAPSHOTS = 5;

const CONFIG = 'config.json';

export interface BackupResult {
  readonly folder: string;
  readonly manifest: Manifest;
  /** Media files that no earlier backup had. */
  readonly copied: number;
  readonly older: Deletion;
  /** Backups whose names lie in the future. */
  readonly future: readonly string[];
}

export interface BackupOptions {
  /** Complete backups that stay in the folder; `null` for all. */
  readonly keep: number | null;
  /** Wall-clock time in milliseconds since 1970. */
  readonly now: number;
}

/** Makes a backup in `target`, while the service serves. Nothing is visible before it is complete. */
export async function makeBackup(
  settings: Settings,
  target: string,
  { keep, now }: BackupOptions,
): Promise<BackupResult> {
  const created_at = new Date(now).toISOString();
  await refuseDamagedLog(settings);
  const folder = await BackupFolder.open(target, created_at);
  try {
    for (const name of [MANIFEST_FILE, CONFIG, STAGING_KEY, WORKFLOWS])
      await rm(join(folder.partial, name), { recursive: true, force: true });
    const { library, database } = await copyConsistently(settings, folder, await libraryCopy());
    const workflows = await copySmallFiles(settings, folder.partial);
    const { files, bytes, copied, missing, damaged } = library;
    const manifest: Manifest = {
      format: BACKUP_FORMAT,
      kinora: SERVICE_VERSION,
      created_at,
      database,
      media: {
        files,
        size_bytes: bytes,
        missing: absentFiles(missing),
        damaged: absentFiles(damaged),
      },
      workflows,
    };
    const published = await folder.publish(manifest);
    const older =
      keep === null ? { deleted: 0, failed: [] } : await folder.keepNewest(keep, published);
    return { folder: published, manifest, copied, older, future: folder.datedAfter(now) };
  } finally {
    await folder.release();
  }
}

/** The copy would silently lack the changes that can't be read. A running server writes to the log at any time. */
async function refuseDamagedLog({ config }: Settings): Promise<void> {
  const path = sqlitePath(config.database.url);
  if (path === null || !existsSync(path) || (await runningServer(config)) !== null) return;
  if (isLogDamaged(`${realDatabasePath(path)}-wal`))
    throw new UserError(
      'The write-ahead log of the database is damaged, so a backup would lack its last changes. ' +
        'Start Kinora, which keeps a copy of the log, and see docs/backup.md.',
    );
}

interface ConsistentCopy {
  readonly library: LibraryCopyResult;
  readonly database: Manifest['database'];
}

/**
 * Database first, then the files that it names. A file that was deleted in between is missed: then another snapshot is
 * taken, which no longer names it. A deletion removes the row first, so a file that two snapshots in a row name and that
 * is missing is lost, not deleted.
 */
async function copyConsistently(
  { config }: Settings,
  folder: BackupFolder,
  library: LibraryCopy,
): Promise<ConsistentCopy> {
  const { newest, partial } = folder;
  const folders: CopyFolders = {
    from: join(config.data_dir, 'media'),
    to: join(partial, 'media'),
    earlier: newest === null ? null : join(newest, 'media'),
  };
  let lost: ReadonlySet<string> = new Set();
  for (let count = 0; count < MAX_SNAPSHOTS; count += 1) {
    const snapshot = await takeSnapshot(config.database.url, partial);
    try {
      const result = await library.copy(snapshot, folders);
      if (result.missing.every((path) => lost.has(path))) {
        await library.removeUnlisted(snapshot, folders);
        return { library: result, database: await describeSnapshot(snapshot) };
      }
      lost = new Set(result.missing);
    } finally {
      await snapshot.close();
    }
  }
  throw new UserError(
    'Files were deleted faster than they could be copied. Run it again: it continues where it stopped.',
  );
}

async function describeSnapshot({
  kind,
  file,
  migrations,
}: DatabaseSnapshot): Promise<Manifest['database']> {
  const { size } = await stat(file);
  const sha256 = await sha256OfFile(file);
  return { kind, file: basename(file), size_bytes: size, sha256, migrations };
}

/** @returns the number of workflow files */
async function copySmallFiles({ config, configPath }: Settings, target: string): Promise<number> {
  await copySmallFile(join(config.data_dir, STAGING_KEY), join(target, STAGING_KEY));
  if (existsSync(configPath))
    await writeFile(join(target, CONFIG), withoutSecrets(readFileSync(configPath, 'utf8')));
  return copyTree(join(config.data_dir, WORKFLOWS), join(target, WORKFLOWS));
}
