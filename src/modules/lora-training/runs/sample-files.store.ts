import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { flushFolder } from '../../../platform/flush.store';
import { keptDir, type RunFolders } from './checkpoint-files.store';
import { linkOrCopy, removeParts } from './link-file.store';
import { readSampleName, type SampleName } from './output-names';
import { filesIn, realFolder } from './training-folder.store';
import { trainingRoot } from '../training-root.store';

/** A sample picture of a run. */
export interface SampleFile extends SampleName {
  readonly file: string;
  /** In the training root. */
  readonly folder: string;
}

/** Sample pictures of runs. They are kept with the checkpoints, because the toolkit deletes its own with the job. */
@Injectable()
export class SampleFilesStore {
  constructor(private readonly config: ConfigService) {}

  /** By step, then by prompt. */
  async list(run: RunFolders): Promise<readonly SampleFile[]> {
    const kept = await this.samplesIn(keptSamplesDir(run));
    const others = await this.samplesIn(samplesDir(run), kept);
    return [...kept, ...others].sort((a, b) => a.step - b.step || a.index - b.index || a.at - b.at);
  }

  /** The absolute path of a file of {@link list}; `null` if the run has no sample of this name. */
  async pathOf(run: RunFolders, file: string): Promise<string | null> {
    if (!readSampleName(file)) return null;
    for (const folder of [keptSamplesDir(run), samplesDir(run)]) {
      const real = await realFolder(trainingRoot(this.config), folder);
      if (real !== null && (await filesIn(real)).includes(file)) return join(real, file);
    }
    return null;
  }

  /** Keeps what the run has made, before the toolkit deletes it. @throws DiskFull */
  async keep(run: RunFolders): Promise<void> {
    const kept = await this.samplesIn(keptSamplesDir(run));
    const samples = await this.samplesIn(samplesDir(run), kept);
    if (samples.length === 0) return;
    const folder = join(trainingRoot(this.config), keptSamplesDir(run));
    await mkdir(folder, { recursive: true });
    for (const { file } of samples)
      await linkOrCopy(join(trainingRoot(this.config), samplesDir(run), file), join(folder, file));
    await flushFolder(folder);
  }

  /** Removes what interrupted copies left. Call it only while nothing is copied. */
  async sweep(run: RunFolders): Promise<void> {
    const folder = await realFolder(trainingRoot(this.config), keptSamplesDir(run));
    await removeParts(folder, (file) => readSampleName(file) !== null);
  }

  private async samplesIn(
    folder: string,
    others: readonly SampleFile[] = [],
  ): Promise<readonly SampleFile[]> {
    const names = await filesIn(await realFolder(trainingRoot(this.config), folder));
    const present = new Set(others.map(({ file }) => file));
    return names.flatMap((file) => {
      const name = readSampleName(file);
      return name && !present.has(file) ? [{ ...name, file, folder }] : [];
    });
  }
}

const samplesDir = ({ output_dir }: RunFolders): string => `${output_dir}/samples`;
const keptSamplesDir = ({ job_name }: RunFolders): string => `${keptDir(job_name)}/samples`;
