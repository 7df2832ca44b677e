import { lstat, rename, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { DatasetSlots } from '../datasets/dataset-slots';
import { CheckpointFilesStore, keptDir, type RunFolders } from './checkpoint-files.store';
import { copyOver } from './link-file.store';
import { weightsNameAt, type WeightsFile } from './output-names';
import type { TrainingRun } from './training-run.entity';
import { trainingRoot } from '../training-root.store';

/** Copies of checkpoints that a continued run can't overwrite: the toolkit writes into files that are there. */
@Injectable()
export class CheckpointCopiesStore {
  constructor(
    private readonly files: CheckpointFilesStore,
    private readonly slots: DatasetSlots,
    private readonly config: ConfigService,
  ) {}

  /**
   * Makes every kept checkpoint a file of its own, with its step in its name, and the latest one what the toolkit resumes
   * from.
   * @throws DiskFull, DatasetWorkBusy
   */
  async secure(run: RunFolders & Pick<TrainingRun, 'owner_id'>): Promise<void> {
    await this.files.keep(run);
    const kept = await this.kept(run);
    await this.slots.run(run.owner_id, async () => {
      await this.files.assertFreeSpace(await this.linkedBytes(kept));
      for (const file of kept) await this.separate(run, file);
      await this.offerLatest(run);
    });
  }

  /** Puts back what a run has overwritten since {@link secure}. @throws DiskFull */
  async restore(run: RunFolders): Promise<void> {
    const present = await this.files.written(run);
    for (const kept of await this.kept(run)) {
      const isThere = present.some((file) => isSame(file, kept));
      if (!isThere) await this.copyBack(run, kept);
    }
    await this.offerLatest(run);
  }

  /** By step. */
  private async kept(run: RunFolders): Promise<readonly WeightsFile[]> {
    const files = await this.files.list(run);
    return files
      .filter(({ folder }) => folder === keptDir(run.job_name))
      .sort((a, b) => (a.step ?? 0) - (b.step ?? 0));
  }

  /** The size of the files that {@link separate} copies. */
  private async linkedBytes(kept: readonly WeightsFile[]): Promise<number> {
    let bytes = 0;
    for (const { folder, file, size } of kept)
      if (await isLinked(this.path(folder, file))) bytes += size;
    return bytes;
  }

  private async separate({ job_name }: RunFolders, kept: WeightsFile): Promise<void> {
    const name = kept.step === null ? kept.file : weightsNameAt(job_name, kept.step, kept.expert);
    const target = this.path(kept.folder, name);
    // First, so that an interruption doesn't leave the checkpoint under two names.
    if (name !== kept.file) await rename(this.path(kept.folder, kept.file), target);
    if (await isLinked(target)) await copyOver(target, target);
  }

  /** The toolkit resumes from the file that was changed last. */
  private async offerLatest(run: RunFolders): Promise<void> {
    const kept = await this.kept(run);
    const step = kept.at(-1)?.step;
    const present = await this.files.written(run);
    await sleep(FILE_TIME_STEP_MS);
    for (const file of kept.filter((one) => one.step === step)) {
      const there = present.find((one) => isSame(one, file));
      if (!there) await this.copyBack(run, file);
      else await touch(this.path(run.output_dir, there.file), there);
    }
  }

  private async copyBack({ output_dir }: RunFolders, kept: WeightsFile): Promise<void> {
    await copyOver(this.path(kept.folder, kept.file), this.path(output_dir, kept.file));
  }

  private path(folder: string, file: string): string {
    return join(trainingRoot(this.config), folder, file);
  }
}

const isLinked = async (path: string): Promise<boolean> => (await lstat(path)).nlink > 1;

/** Files that are changed within this time may get the same time of change. */
const FILE_TIME_STEP_MS = 10;
/** Times of copies lose fractions of a millisecond. */
const SAME_TIME_MS = 2;

const isSame = (a: WeightsFile, b: WeightsFile): boolean =>
  a.step === b.step &&
  a.expert === b.expert &&
  a.size === b.size &&
  Math.abs(a.modifiedAt - b.modifiedAt) < SAME_TIME_MS;

/** Changes nothing that is read, but the time of the last change. */
const touch = (path: string, { modifiedAt }: WeightsFile): Promise<void> =>
  utimes(path, modifiedAt / 1000, modifiedAt / 1000);
