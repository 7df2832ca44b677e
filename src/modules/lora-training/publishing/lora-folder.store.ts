import { constants } from 'node:fs';
import { copyFile, lstat, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { asDiskError } from '../../../platform/errors/disk-full';
import { sha256OfFile } from '../../../platform/file-hash.store';
import { flushFile, flushFolder } from '../../../platform/flush.store';
import { requireFreeSpace } from '../../../platform/free-space.store';
import { KeyedMutex } from '../../../platform/keyed-mutex';
import { linkOrMove } from '../../../platform/link-or-move.store';
import { ifPresent } from '../../../platform/missing-file';
import { readWeights } from '../runs/weights-file.store';
import { isFolder } from '../training-root.store';
import { CheckpointChanged, LoraFolderMissing } from './publishing.errors';

/** `same`: a file with this name and content existed already; `taken`: one with other content. */
export type Placement = 'added' | 'same' | 'taken';

export interface PresentFile {
  readonly name: string;
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

const TEMPORARY = /^\..*\.part$/;

/** The folder from which the nodes read LoRAs. Names are relative to it, with `/`. */
@Injectable()
export class LoraFolderStore {
  private readonly folderLocks = new KeyedMutex();
  private readonly runLocks = new KeyedMutex();

  constructor(private readonly config: ConfigService) {}

  /** Runs `work` while nothing else publishes or removes LoRAs of this run. */
  exclusively<T>(jobName: string, work: () => Promise<T>): Promise<T> {
    return this.runLocks.run(jobName, work);
  }

  /** @throws LoraFolderMissing */
  async requireFolder(): Promise<void> {
    if (!(await isFolder(this.locate('')))) throw new LoraFolderMissing();
  }

  /** Whether all of these files exist. */
  async has(names: readonly string[]): Promise<boolean> {
    return (await this.present(names)).length === names.length;
  }

  /**
   * Copies a file of the training root, completely or not at all, unless the name is taken. It is not linked, because the
   * trainer overwrites its last file when a run is continued.
   * @throws CheckpointChanged, DiskFull, LoraFolderMissing
   */
  async add(source: string, name: string): Promise<Placement> {
    const target = this.locate(name);
    await this.requireFolder();
    return this.folderLocks.run(dirname(target), async () => {
      const temporary = join(dirname(target), `.${basename(target)}.part`);
      try {
        await makeFolder(dirname(target));
        await removeTemporary(dirname(target));
        await this.requireSpaceFor(source, dirname(target));
        await copyFile(source, temporary, constants.COPYFILE_FICLONE);
        if (!(await readWeights(temporary))) throw new CheckpointChanged();
        await flushFile(temporary);
        const isFree = await linkOrMove(temporary, target);
        if (!isFree) return (await isSame(temporary, target)) ? 'same' : 'taken';
        await flushFolder(dirname(target));
        return 'added';
      } catch (error) {
        throw asDiskError(error);
      } finally {
        await rm(temporary, { force: true });
      }
    });
  }

  /** Removes what an ended process has left of copies in a folder. @throws LoraFolderMissing */
  async sweep(folder: string): Promise<void> {
    const path = this.locate(folder);
    await this.folderLocks.run(path, () => removeTemporary(path));
  }

  async remove(name: string): Promise<void> {
    await rm(this.locate(name), { force: true });
  }

  /** The files that exist, of those named; symbolic links are left out. */
  async present(names: readonly string[]): Promise<readonly PresentFile[]> {
    const files = await Promise.all(
      names.map(async (name) => ({
        name,
        stats: await lstat(this.locate(name)).catch(() => null),
      })),
    );
    return files.flatMap(({ name, stats }) =>
      stats?.isFile() ? [{ name, size: stats.size, modifiedAt: stats.mtimeMs }] : [],
    );
  }

  private async requireSpaceFor(source: string, folder: string): Promise<void> {
    const stats = await ifPresent(stat(source));
    // A run that was continued meanwhile has renamed it.
    if (!stats) throw new CheckpointChanged();
    await requireFreeSpace(folder, stats.size, this.config.current().limits);
  }

  private locate(name: string): string {
    const folder = this.config.current().training.lora_dir;
    if (folder === null) throw new LoraFolderMissing();
    return join(folder, name);
  }
}

async function makeFolder(folder: string): Promise<void> {
  const created = await mkdir(folder, { recursive: true });
  if (created !== undefined) await flushFolder(dirname(folder));
}

/** Removes what a killed process left while it copied. */
async function removeTemporary(folder: string): Promise<void> {
  const names = (await ifPresent(readdir(folder))) ?? [];
  for (const name of names.filter((one) => TEMPORARY.test(one)))
    await rm(join(folder, name), { force: true });
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([lstat(one), lstat(other)]);
  return (
    b.isFile() && a.size === b.size && (await sha256OfFile(one)) === (await sha256OfFile(other))
  );
}
