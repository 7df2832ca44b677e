import { Command } from 'nest-commander';
import { UserError } from '../../platform/errors/user-error';
import { SystemClock } from '../../platform/clock/clock';
import type { JsonOption } from '../terminal-command';
import { findBackup, isDatedAfter } from './backup/backup-folder';
import { restoreBackup } from './backup/restore-backup';
import { readSettings } from './settings';
import { MaintenanceCommand } from './maintenance-command';
import { withDiskFullMessage } from './with-disk-full-message';

const MAX_LISTED_PATHS = 10;

@Command({
  name: 'restore',
  arguments: '<folder>',
  argsDescription: { folder: 'a folder of backups (the newest is restored), or one backup' },
  description:
    'Restores a backup into the data folder and database of the configuration, which must be empty.',
})
export class RestoreCommand extends MaintenanceCommand {
  protected readonly examples = [
    'npm run restore -- /backups/kinora',
    'KINORA_DATA_DIR=/srv/restored npm run restore -- /backups/kinora/2026-11-22T03-00-00-000Z',
  ];

  async run([folder = '']: string[], { json = false }: JsonOption): Promise<void> {
    const settings = await readSettings();
    const dataDir = settings.config.data_dir;
    const source = this.invocation.absolute(folder);
    const backup = findBackup(source);
    const now = new SystemClock().now();
    if (backup.folder !== source && isDatedAfter(backup.folder, now))
      this.terminal.message(
        `Warning: the date of ${backup.folder} lies in the future, because the clock was ahead when it was made. ` +
          'Another backup may be newer: name its folder to restore that one.',
      );
    const result = await restoreBackup(settings, backup, now).catch(
      withDiskFullMessage(
        `The disk of ${dataDir} is full. Free some space and run this again: it continues where it stopped.`,
      ),
    );
    const { manifest, absent } = result;
    if (json) this.terminal.answerJson({ ...manifest, folder: result.folder, absent });
    else
      this.terminal.message(
        `Restored ${result.folder} to ${dataDir}. Media files: ${manifest.media.files}, ` +
          `workflow files: ${manifest.workflows}. Start Kinora now.`,
      );
    if (absent.length > 0)
      throw new UserError(
        'Everything is restored except the media files that the backup lacks or holds damaged: ' +
          `${absent.length} (${absent.slice(0, MAX_LISTED_PATHS).join(', ')})`,
      );
  }
}
