import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { ChangedFile } from '../datasets/dataset-changes.store';
import { DatasetFilesStore } from '../datasets/dataset-files.store';

/** A change of captions, with the captions before it. */
export interface CaptionVersion {
  /** Grows with each change. */
  readonly number: number;
  readonly created_at: string;
  /** The requested change. */
  readonly request: CaptionRequest;
  readonly captions: readonly ChangedCaption[];
  readonly isUndone: boolean;
}

export type CaptionRequest =
  | { readonly kind: 'set' }
  | {
      readonly kind: 'replace';
      readonly find: string | null;
      readonly replace: string;
      readonly regex: boolean;
      readonly prefix: string;
      readonly suffix: string;
    };

export interface ChangedCaption {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

export interface VersionSummary {
  readonly number: number;
  readonly created_at: string;
  readonly request: Record<string, unknown>;
  readonly changed_count: number;
}

/** How many changes can be undone. */
const MAX_VERSIONS = 20;
/** Digits of a number in a file's name. */
const DIGITS = 9;

/** Earlier captions of datasets: a JSON file for each change, written with the change itself. */
@Injectable()
export class CaptionVersionsStore {
  constructor(private readonly files: DatasetFilesStore) {}

  /** The changes that can be undone, newest first. */
  async list(id: string): Promise<VersionSummary[]> {
    const summaries: VersionSummary[] = [];
    for (const file of await this.fileNames(id)) {
      const version = await this.read(id, file);
      if (!version || version.isUndone) continue;
      const { number, created_at, request, captions } = version;
      const changed_count = captions.length;
      summaries.push({ number, created_at, request: { ...request }, changed_count });
    }
    return summaries;
  }

  /** The newest change that can be undone. */
  async newest(id: string): Promise<CaptionVersion | null> {
    for (const file of await this.fileNames(id)) {
      const version = await this.read(id, file);
      if (version && !version.isUndone) return version;
    }
    return null;
  }

  async nextNumber(id: string): Promise<number> {
    const [newest = '0'] = await this.fileNames(id);
    return Number.parseInt(newest, 10) + 1;
  }

  /** The file of a version, as part of the change that it belongs to. */
  fileOf(version: CaptionVersion): ChangedFile {
    const name = `${String(version.number).padStart(DIGITS, '0')}.json`;
    return { folder: 'versions', name, content: JSON.stringify(version) };
  }

  /** Removes undone versions, and all others except the newest {@link MAX_VERSIONS}. */
  async prune(id: string): Promise<void> {
    const files = await this.fileNames(id);
    const [newest] = files;
    const undone = newest !== undefined && (await this.read(id, newest))?.isUndone === true;
    for (const file of [...(undone ? [newest] : []), ...files.slice(MAX_VERSIONS)])
      await rm(join(this.folderOf(id), file), { force: true });
  }

  /** `null` for a damaged file, and for one that a change has removed meanwhile. */
  private async read(id: string, file: string): Promise<CaptionVersion | null> {
    try {
      return JSON.parse(await readFile(join(this.folderOf(id), file), 'utf8')) as CaptionVersion;
    } catch {
      return null;
    }
  }

  private folderOf(id: string): string {
    return join(this.files.stateFolder(id), 'versions');
  }

  /** The newest first. */
  private async fileNames(id: string): Promise<string[]> {
    const names = await readdir(this.folderOf(id)).catch(() => []);
    return names
      .filter((name) => /^\d+\.json$/.test(name))
      .sort()
      .reverse();
  }
}
