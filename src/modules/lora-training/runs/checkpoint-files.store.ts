import { lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { boundedCache } from '../../../platform/bounded-cache';
import { ConfigService } from '../../../platform/config/config.service';
import { flushFolder } from '../../../platform/flush.store';
import { requireFreeSpace } from '../../../platform/free-space.store';
import { requireTrainingRoot, trainingRoot } from '../training-root.store';
import { linkOrCopy, removeParts } from './link-file.store';
import { readWeightsName, type WeightsFile } from './output-names';
import { filesIn, realFolder } from './training-folder.store';
import type { TrainingRun } from './training-run.entity';
import { readWeights, trainedSteps } from './weights-file.store';

/** The columns of a run that locate its checkpoints. */
export type RunFolders = Pick<TrainingRun, 'job_name' | 'output_dir'>;

/** Where the checkpoints of a run are kept, in the training root: the toolkit deletes old ones in its own folder. */
export const keptDir = (jobName: string): string => `checkpoints/${jobName}`;

/** Complete files whose headers are remembered: more than a caller can list. */
const MAX_CACHED = 20_000;

type Inspected = Pick<WeightsFile, 'step' | 'size' | 'modifiedAt'>;

/** Checkpoint files of runs. Incomplete ones are ignored, because the toolkit writes them in place. */
@Injectable()
export class CheckpointFilesStore {
  private readonly inspected = boundedCache<Inspected>(MAX_CACHED);

  constructor(private readonly config: ConfigService) {}

  /** Files of weights, the kept ones first and those that aren't kept yet after them. */
  async list(run: RunFolders): Promise<readonly WeightsFile[]> {
    const kept = await this.filesIn(run, keptDir(run.job_name));
    const others = await this.filesIn(run, run.output_dir, kept);
    return [...kept, ...others];
  }

  /** Files of weights in the toolkit's folder. */
  written(run: RunFolders): Promise<readonly WeightsFile[]> {
    return this.filesIn(run, run.output_dir);
  }

  /**
   * The absolute path of a file of {@link list}.
   * @param file its name
   * @returns `null` if the run has no complete file of this name
   */
  async pathOf(run: RunFolders, file: string): Promise<string | null> {
    if (!readWeightsName(run.job_name, file)) return null;
    for (const folder of [keptDir(run.job_name), run.output_dir]) {
      const real = await realFolder(trainingRoot(this.config), folder);
      const path = real === null ? null : join(real, file);
      if (path !== null && (await this.inspect(path))) return path;
    }
    return null;
  }

  /** Keeps what the run has saved, before the toolkit deletes it. @throws DiskFull */
  async keep(run: RunFolders): Promise<void> {
    const kept = await this.filesIn(run, keptDir(run.job_name));
    const files = await this.filesIn(run, run.output_dir, kept);
    if (files.length === 0) return;
    const folder = join(trainingRoot(this.config), keptDir(run.job_name));
    await mkdir(folder, { recursive: true });
    // The toolkit takes the file that was linked last for the newest one.
    for (const { file } of files.toSorted((a, b) => a.modifiedAt - b.modifiedAt))
      await linkOrCopy(join(trainingRoot(this.config), run.output_dir, file), join(folder, file));
    await flushFolder(folder);
  }

  /** Removes what interrupted copies left. Call it only while nothing is copied. */
  async sweep(run: RunFolders): Promise<void> {
    const isOurs = (file: string): boolean => readWeightsName(run.job_name, file) !== null;
    for (const folder of [keptDir(run.job_name), run.output_dir])
      await removeParts(await realFolder(trainingRoot(this.config), folder), isOurs);
  }

  /** @throws TrainingRootMissing; DiskFull when less than `limits.min_free_bytes` would be left in the training root after `bytes` more */
  async assertFreeSpace(bytes: number): Promise<void> {
    const root = await requireTrainingRoot(this.config);
    await requireFreeSpace(root, bytes, this.config.current().limits);
  }

  /** Without the files that `others` has, by name or by step. */
  private async filesIn(
    { job_name }: RunFolders,
    folder: string,
    others: readonly WeightsFile[] = [],
  ): Promise<readonly WeightsFile[]> {
    const real = await realFolder(trainingRoot(this.config), folder);
    const isNew = ({ step, expert }: Pick<WeightsFile, 'step' | 'expert'>): boolean =>
      !others.some((other) => other.step === step && other.expert === expert);
    const files: WeightsFile[] = [];
    for (const file of await filesIn(real)) {
      const name = readWeightsName(job_name, file);
      if (real === null || !name || (name.step !== null && !isNew(name))) continue;
      const weights = await this.inspect(join(real, file));
      if (!weights) continue;
      const read = { ...name, ...weights, file, folder, step: name.step ?? weights.step };
      if (isNew(read)) files.push(read);
    }
    return files;
  }

  /** `null` for an incomplete file. Headers are parsed once, because each of the many files takes milliseconds. */
  private async inspect(path: string): Promise<Inspected | null> {
    const stats = await lstat(path).catch(() => null);
    if (stats?.isFile() !== true) return null;
    const key = JSON.stringify([path, stats.ino, stats.size, stats.mtimeMs, stats.ctimeMs]);
    const cached = this.inspected.get(key);
    if (cached) return cached;
    const weights = await readWeights(path);
    if (!weights) return null;
    const { size, modifiedAt, header } = weights;
    const read = { size, modifiedAt, step: trainedSteps(header) };
    // The trainer may have gone on writing between the two reads.
    if (size === stats.size && modifiedAt === stats.mtimeMs) this.inspected.set(key, read);
    return read;
  }
}
