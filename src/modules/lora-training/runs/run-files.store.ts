import { lstat, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { asDiskError } from '../../../platform/errors/disk-full';
import { flushFile, flushFolder } from '../../../platform/flush.store';
import { freeBytes } from '../../../platform/free-space.store';
import { KeyedMutex } from '../../../platform/keyed-mutex';
import { requireTrainingRoot, trainingRoot } from '../training-root.store';
import type { TrainingRun } from './training-run.entity';

/** Files of runs in the training root. Paths are relative to it. */
@Injectable()
export class RunFilesStore {
  private readonly writing = new KeyedMutex();

  constructor(private readonly config: ConfigService) {}

  /** @throws TrainingNotConfigured, TrainingRootMissing */
  async requireRoot(): Promise<void> {
    await requireTrainingRoot(this.config);
  }

  async exists(path: string): Promise<boolean> {
    return (await lstat(this.locate(path)).catch(() => null)) !== null;
  }

  /** Bytes that are free in the training root. */
  async freeBytes(): Promise<number> {
    return freeBytes(this.locate('.'));
  }

  /** Writes the config that is sent to the toolkit: complete or not at all. @throws TrainingRootMissing, DiskFull */
  async writeConfig({
    config,
    config_path: path,
  }: Pick<TrainingRun, 'config' | 'config_path'>): Promise<void> {
    await this.requireRoot();
    // The request that starts a run and a look-up may write it at the same time.
    await this.writing.run(path, () => this.write(path, `${JSON.stringify(config, null, 2)}\n`));
  }

  private async write(path: string, text: string): Promise<void> {
    const file = this.locate(path);
    const temporary = `${file}.part`;
    try {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(temporary, text);
      await flushFile(temporary);
      await rename(temporary, file);
      await flushFolder(dirname(file));
    } catch (error) {
      await rm(temporary, { force: true });
      throw asDiskError(error);
    }
  }

  async remove(path: string): Promise<void> {
    await rm(this.locate(path), { force: true });
  }

  /** With all files in it; a link to a folder is removed, not followed. */
  async removeFolder(path: string): Promise<void> {
    await rm(this.locate(path), { recursive: true, force: true });
  }

  private locate(path: string): string {
    return join(trainingRoot(this.config), path);
  }
}
