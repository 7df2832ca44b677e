import { Command, Option } from 'nest-commander';
import { SystemClock } from '../../platform/clock/clock';
import type { TrainingConfig } from '../../platform/config/app-config';
import { UserError } from '../../platform/errors/user-error';
import { UsageError } from '../command-failure';
import type { JsonOption } from '../terminal-command';
import { type BackupResult, makeBackup } from './backup/make-backup';
import { readSettings } from './settings';
import { MaintenanceCommand } from './maintenance-command';
import { withDiskFullMessage } from './with-disk-full-message';

interface BackupOptions extends JsonOption {
  readonly keep?: number;
}

@Command({
  name: 'backup',
  arguments: '<folder>',
  argsDescription: { folder: 'folder of backups; created if it is not there' },
  description:
    'Makes a backup of database, media and workflows while the server runs; later ones copy new files only.',
})
export class BackupCommand extends MaintenanceCommand {
  protected readonly examples = [
    'npm run backup -- /backups/kinora',
    'npm run backup -- /backups/kinora --keep 14',
  ];

  @Option({
    flags: '--keep <NUMBER>',
    description: 'keep only the newest NUMBER backups (default: all)',
  })
  parseKeep(value: string): number {
    if (/^[1-9]\d{0,4}$/.test(value)) return Number(value);
    throw new UsageError('--keep must be a number from 1 to 99999.');
  }

  async run([folder = '']: string[], { keep, json = false }: BackupOptions): Promise<void> {
    const target = this.invocation.absolute(folder);
    const options = { keep: keep ?? null, now: new SystemClock().now() };
    const settings = await readSettings();
    const result = await makeBackup(settings, target, options).catch(
      withDiskFullMessage(
        `The disk of ${target} is full. No backup was made; the next one continues where this one stopped.`,
      ),
    );
    if (json) this.terminal.answerJson({ ...result.manifest, folder: result.folder });
    else this.report(result);
    this.warnOfFuture(result.future);
    this.warnOfTraining(settings.config.training);
    failUnlessDone(result);
  }

  private report({ folder, manifest, copied, older }: BackupResult): void {
    const { media, workflows } = manifest;
    this.terminal.answer(folder);
    this.terminal.message(
      `The backup is complete. Media files: ${media.files} (new: ${copied}), workflow files: ${workflows}.`,
    );
    if (older.deleted > 0) this.terminal.message(`Older backups deleted: ${older.deleted}.`);
  }

  private warnOfFuture(folders: readonly string[]): void {
    if (folders.length > 0)
      this.terminal.message(
        'Warning: the dates of these backups lie in the future, because the clock was ahead when they were made. ' +
          `They count as the newest, so move them away or delete them: ${folders.join(', ')}`,
      );
  }

  private warnOfTraining({ root, lora_dir }: TrainingConfig): void {
    const folders = [root, lora_dir].filter((one) => one !== null);
    if (folders.length > 0)
      this.terminal.message(
        `Not in the backup are the files of LoRA training: copy ${folders.join(' and ')} yourself.`,
      );
  }
}

/** @throws UserError so that a scheduled backup reports what is not in it, and that old ones fill the disk */
function failUnlessDone({ manifest, older: { failed } }: BackupResult): void {
  const { missing, damaged } = manifest.media;
  const count = missing.count + damaged.count;
  const faults = [
    ...(count > 0
      ? [
          `Media files that are missing or damaged in the data folder, and so not in the backup: ${count}. ` +
            'See: npm run doctor -- --thorough',
        ]
      : []),
    ...(failed.length > 0
      ? [`The backup is complete, but older ones could not be deleted: ${failed.join(', ')}`]
      : []),
  ];
  if (faults.length > 0) throw new UserError(faults.join('\n'));
}
