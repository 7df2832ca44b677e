import { constants } from 'node:fs';
import {
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  statfs,
} from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { ConfigService } from '../../../platform/config/config.service';
import { asDiskError, DiskFull } from '../../../platform/errors/disk-full';
import { type Claim, claimIn, nameOf } from './claim';

/**
 * Puts files into the workflows folder and takes them out. The file system is the one arbiter: of several who want the
 * same, in whatever process, one gets it. Until the deed is written down a claim lies beside the workflows.
 */
@Injectable()
export class WorkflowClaimsStore {
  constructor(private readonly config: ConfigService) {}

  /** Gives a text its name, flushed and whole. `false`: another one has the name. @throws DiskFull */
  async place(claim: Claim, text: string): Promise<boolean> {
    await mkdir(this.folder, { recursive: true });
    await this.demandRoom(Buffer.byteLength(text));
    const incoming = this.path(claim);
    try {
      await written(incoming, text);
      if (await linked(incoming, this.target(claim))) {
        await this.flush();
        return true;
      }
    } catch (error) {
      await rm(incoming, { force: true });
      throw asDiskError(error);
    }
    await rm(incoming, { force: true });
    return false;
  }

  /** Takes a workflow's file out of sight. `false`: there is none, or another one has taken it. */
  async takeAway(claim: Claim): Promise<boolean> {
    try {
      await rename(this.target(claim), this.path(claim));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
    await this.flush();
    return true;
  }

  /** As if nothing had been done. */
  async undo(claim: Claim): Promise<void> {
    if (claim.action === 'import') await rm(this.target(claim), { force: true });
    else await linked(this.path(claim), this.target(claim));
    await rm(this.path(claim), { force: true });
    await this.flush();
  }

  /** The deed is written down: nothing of it stays open. What lies beside a removed workflow goes with it. */
  async finish(claim: Claim): Promise<void> {
    const { action, workflow } = claim;
    if (action === 'remove' && !(await isThere(this.target(claim)))) {
      await rm(join(this.folder, `${workflow}.manifest.json`), { force: true });
      await rm(join(this.folder, '.kept', `${workflow}.json`), { force: true });
    }
    await rm(this.path(claim), { force: true });
    await this.flush();
  }

  /** What killed processes left. */
  async unfinished(): Promise<readonly Claim[]> {
    const names = await readdir(this.folder).catch(() => []);
    return names.flatMap((name) => claimIn(name) ?? []);
  }

  /** Is it done, though perhaps not written down? */
  async isDone(claim: Claim): Promise<boolean> {
    if (claim.action === 'remove') return true;
    const [brought, placed] = await Promise.all(
      [this.path(claim), this.target(claim)].map((path) => readFile(path).catch(() => null)),
    );
    return brought != null && placed != null && brought.equals(placed);
  }

  private get folder(): string {
    return join(this.config.current().data_dir, 'workflows');
  }

  private path(claim: Claim): string {
    return join(this.folder, nameOf(claim));
  }

  private target({ workflow }: Claim): string {
    return join(this.folder, `${workflow}.json`);
  }

  private async demandRoom(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.folder);
    const { min_free_bytes } = this.config.current().limits;
    if (bavail * bsize - bytes < min_free_bytes) throw new DiskFull();
  }

  /** Makes the names survive a power cut, on systems that can. */
  private async flush(): Promise<void> {
    const handle = await open(this.folder, 'r').catch(() => null);
    await handle?.sync().catch(() => undefined);
    await handle?.close();
  }
}

async function written(path: string, text: string): Promise<void> {
  const handle = await open(path, 'wx', 0o644);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A second name for a file; a copy of it on a file system without such. `false`: the name is taken. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to).catch(async (error: unknown) => {
      if (isTaken(error)) throw error;
      await copyFile(from, to, constants.COPYFILE_EXCL);
    });
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
}

const isTaken = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'EEXIST';

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );
