import { constants, existsSync, statSync } from 'node:fs';
import { access } from 'node:fs/promises';
import type { AppConfig } from '../../platform/config/app-config';
import { isRestoring } from '../../platform/database/data-folder.store';
import {
  damagedLogs,
  realDatabasePath,
  refuseHardLinks,
} from '../../platform/database/database-files.store';
import { inspectDatabase } from '../../platform/database/database-inspection';
import { asStartError } from '../../platform/database/database-problems';
import { sqlitePath } from '../../platform/database/data-source-options';
import { isLogDamaged } from '../../platform/database/write-ahead-log.store';
import { FfmpegTool } from '../../platform/imaging/ffmpeg-tool';
import { freeBytes, freeSpaceText } from '../../platform/free-space.store';
import { databaseName } from '../database-name';
import { type Check, note, ok, problem } from './check';

/** The permissions of the group and of all others. */
const OTHERS = 0o077;

/** The data folder and the free space. The next checks need the folder. */
export async function checkDataFolder({ data_dir, limits }: AppConfig): Promise<readonly Check[]> {
  if (!existsSync(data_dir))
    return [
      problem(
        'data folder',
        `${data_dir} is not there. Start Kinora once, or set KINORA_DATA_DIR to the server's folder.`,
      ),
    ];
  const stats = statSync(data_dir);
  if (!stats.isDirectory())
    return [
      problem(
        'data folder',
        `${data_dir} is not a folder. Set KINORA_DATA_DIR to the server's folder.`,
      ),
    ];
  if (isRestoring(data_dir))
    return [problem('data folder', 'A backup is being restored into it, or that was interrupted.')];
  const isWritable = await access(data_dir, constants.W_OK).then(
    () => true,
    () => false,
  );
  const free = await freeBytes(data_dir);
  const space = freeSpaceText(free);
  return [
    isWritable
      ? ok('data folder', data_dir)
      : problem('data folder', `This user may not write to ${data_dir}.`),
    // A folder that existed before Kinora used it keeps its mode.
    ...((stats.mode & OTHERS) === 0
      ? []
      : [
          note(
            'access',
            `Other users of this machine may open ${data_dir}, which holds prompts and secrets of webhooks: ` +
              `chmod 700 ${data_dir}`,
          ),
        ]),
    free <= limits.min_free_bytes
      ? problem('disk', `${space}: uploads are refused and jobs wait. Free some space.`)
      : ok('disk', space),
  ];
}

/** Programs that some features need. */
export async function checkPrograms(tool = new FfmpegTool()): Promise<Check> {
  const { ffmpeg, ffprobe } = await tool.available();
  if (ffmpeg && ffprobe) return ok('programs', 'ffmpeg and ffprobe are installed.');
  return note(
    'programs',
    [
      ...(ffmpeg ? [] : ['Without ffmpeg, videos have no thumbnails: install it.']),
      ...(ffprobe ? [] : ['Without ffprobe, some videos have no length: install it.']),
    ].join(' '),
  );
}

/** The database's files, pages and schema. Changes nothing. */
export async function checkDatabase(
  { database: { url } }: AppConfig,
  options: { readonly isServerRunning: boolean; readonly isThorough: boolean },
): Promise<readonly Check[]> {
  const files = checkDatabaseFiles(url, options.isServerRunning);
  if (files.some(({ status }) => status === 'problem')) return files;
  try {
    const { schema, pending, faults } = await inspectDatabase(url, options.isThorough);
    const pages =
      faults.length === 0
        ? ok('database', databaseName(url))
        : problem('database', 'It is damaged. Keep a copy, and restore a backup.', faults);
    return [pages, SCHEMA[schema](pending)];
  } catch (thrown) {
    const error = asStartError(thrown) as Error;
    return [problem('database', `${databaseName(url)} can't be used: ${error.message}`)];
  }
}

const SCHEMA = {
  ready: () => ok('schema', 'Up to date.'),
  empty: () => problem('schema', 'There are no tables yet. Start Kinora once.'),
  older: (pending: number) =>
    problem(
      'schema',
      `${pending} ${pending === 1 ? 'migration is' : 'migrations are'} pending. Start Kinora once: it runs them.`,
    ),
  newer: () =>
    problem(
      'schema',
      'Created by a newer version. Use the version of Kinora that the server runs.',
    ),
} as const;

/** What only shows before SQLite opens the file; opening it overwrites a damaged log. */
function checkDatabaseFiles(url: string, isServerRunning: boolean): readonly Check[] {
  const path = sqlitePath(url);
  if (path === null) return [];
  if (!existsSync(path)) return [problem('database', `${path} is not there. Restore a backup.`)];
  try {
    const real = realDatabasePath(path);
    refuseHardLinks(real);
    // A running server writes to the log at any time.
    if (!isServerRunning && isLogDamaged(`${real}-wal`))
      return [
        problem(
          'database',
          'The write-ahead log is damaged: restore a backup, or start Kinora, which keeps a copy of the log.',
        ),
      ];
    return damagedLogs(real).map((sentence) => problem('database log', sentence));
  } catch (error) {
    return [problem('database', (error as Error).message)];
  }
}
