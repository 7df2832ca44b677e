import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import { Ids } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { ifPresent } from '../../../platform/missing-file';

const KEY = /^[A-Za-z0-9_-]{43}$/;

/** The secret behind the names of staged files: a small file in the data folder, created once. */
@Injectable()
export class StagingKeyStore {
  private readonly logger = new Logger('Inputs');
  private loading: Promise<string> | null = null;

  constructor(
    private readonly config: ConfigService,
    private readonly ids: Ids,
  ) {}

  /**
   * Changes only if the file gets damaged: from then on nodes get files again. Throws when it can't be created.
   */
  key(): Promise<string> {
    this.loading ??= this.load().catch((error: unknown) => {
      this.loading = null;
      throw error;
    });
    return this.loading;
  }

  private async load(): Promise<string> {
    const folder = this.config.current().data_dir;
    const path = join(folder, 'staging.key');
    const key = await readIfExists(path);
    if (key !== null && KEY.test(key)) return key;
    if (key !== null) this.logger.warn('staging.key is damaged and gets replaced');
    return this.create(folder, path);
  }

  /** Written to a temporary file first, so that a kill never leaves half a key. */
  private async create(folder: string, path: string): Promise<string> {
    await mkdir(folder, { recursive: true });
    const key = this.ids.token(32);
    const temporary = `${path}.${this.ids.token(6)}`;
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(`${key}\n`);
      await file.sync();
      await rename(temporary, path);
    } finally {
      await file.close();
      await rm(temporary, { force: true });
    }
    return key;
  }
}

async function readIfExists(path: string): Promise<string | null> {
  const content = await ifPresent(readFile(path, 'utf8'));
  return content?.trim() ?? null;
}
