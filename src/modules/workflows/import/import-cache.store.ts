import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Ids } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { MAX_FAULTS, type Resolution } from './resolve-import';

/** Version of the cached form. Increase it when the form changes, so that older resolutions are computed again. */
const CACHE_FORMAT = 4;

interface CachedFile {
  /** Digest of the source texts. */
  readonly made_of: string;
  readonly kept: { readonly form: number } & Resolution;
}

/**
 * Caches the resolutions of imported files in `<data_dir>/workflows/.kept`. Workflows thus stay usable after a restart
 * while their nodes are offline, and the command line, which asks no node, knows their status.
 */
@Injectable()
export class ImportCacheStore {
  constructor(
    private readonly config: ConfigService,
    private readonly ids: Ids,
  ) {}

  /** The cached resolution of a workflow, if it was computed from exactly this text. */
  get(id: string, source: string): Resolution | null {
    try {
      const text = readFileSync(join(this.folder, `${id}.json`), 'utf8');
      const { made_of, kept } = JSON.parse(text) as CachedFile;
      const { form, ...resolution } = kept;
      return made_of === digest(source) && form === CACHE_FORMAT ? resolution : null;
    } catch {
      return null;
    }
  }

  /** Ignores errors such as a full disk, because a resolution can be computed again. */
  set(id: string, source: string, resolution: Resolution): void {
    const temporary = join(this.folder, `.${this.ids.token(12)}.part`);
    const cached: CachedFile = {
      made_of: digest(source),
      kept: { form: CACHE_FORMAT, ...cut(resolution) },
    };
    try {
      mkdirSync(this.folder, { recursive: true });
      writeFileSync(temporary, JSON.stringify(cached));
      renameSync(temporary, join(this.folder, `${id}.json`));
    } catch {
      this.deleteFile(temporary);
    }
  }

  delete(id: string): void {
    this.deleteFile(join(this.folder, `${id}.json`));
  }

  /** Deletes temporary files and the resolutions of all other workflows. */
  sweep(ids: ReadonlySet<string>): void {
    for (const name of this.names())
      if (!ids.has(name.replace(/\.json$/, ''))) this.deleteFile(join(this.folder, name));
  }

  private get folder(): string {
    return join(this.config.current().data_dir, 'workflows', '.kept');
  }

  private names(): readonly string[] {
    try {
      return readdirSync(this.folder);
    } catch {
      return [];
    }
  }

  private deleteFile(path: string): void {
    try {
      rmSync(path, { force: true });
    } catch {
      return;
    }
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

const cut = (resolution: Resolution): Resolution =>
  resolution.state === 'broken'
    ? { state: 'broken', faults: resolution.faults.slice(0, MAX_FAULTS) }
    : resolution;
