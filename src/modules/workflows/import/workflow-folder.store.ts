import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Ids } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { NOT_UTF8, utf8 } from './utf8';

/** A file of the folder as a look at it shows. */
export interface FolderFile {
  readonly name: string;
  /** Changes whenever the file does. */
  readonly stamp: string;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  /** Bytes. */
  readonly size: number;
}

/** More files than anybody keeps; the first ones by name are looked at. */
export const MOST_FILES = 2_000;
/** More bytes than any workflow has. */
export const MOST_BYTES = 8 * 1024 * 1024;

/** A file of the folder that can't be read; the message says what to do. */
export class UnreadableFile extends Error {}

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

/**
 * `<data_dir>/workflows`, to read: the workflows that people brought, one file each, laid there by hand or by us. In
 * `.kept`, what became of them. Looks and reads are synchronous, as the catalogue never waits; both are bounded.
 */
@Injectable()
export class WorkflowFolderStore {
  constructor(
    private readonly config: ConfigService,
    private readonly ids: Ids,
  ) {}

  /** Every `*.json`, by name; no folder is an empty one. @throws UnreadableFile */
  list(): readonly FolderFile[] {
    return this.entries()
      .filter(({ name }) => /^[^.].*\.json$/s.test(name))
      .map(({ name }) => name)
      .sort()
      .slice(0, MOST_FILES)
      .flatMap((name) => this.stamped(name));
  }

  /** A file's text. `null`: it has vanished. @throws UnreadableFile */
  read(name: string): string | null {
    try {
      // Never through a link out of the folder, and never waiting for the writer of a pipe.
      const file = openSync(join(this.folder, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
      try {
        refuse(fstatSync(file));
        const text = utf8(readFileSync(file));
        if (text === null) throw new UnreadableFile(NOT_UTF8);
        return text;
      } finally {
        closeSync(file);
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return null;
      if (code === 'ELOOP')
        throw new UnreadableFile('is a symbolic link: put the file itself here');
      throw code === undefined ? error : new UnreadableFile(`can't be read (${code})`);
    }
  }

  /** Is there a file of this id, sound or not? */
  has(id: string): boolean {
    return this.stamped(fileOf(id)).length > 0;
  }

  /** Is something of this id a folder? */
  isFolder(id: string): boolean {
    const path = join(this.folder, fileOf(id));
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  }

  /** Is there a manifest of this id, with a workflow or before it? */
  hasManifest(id: string): boolean {
    return this.stamped(manifestOf(id)).length > 0;
  }

  /** What was kept of a workflow, if it was made of this very text; else `null`. */
  kept(id: string, source: string): unknown {
    try {
      const text = readFileSync(join(this.folder, '.kept', fileOf(id)), 'utf8');
      const { made_of, kept } = JSON.parse(text) as { made_of?: unknown; kept?: unknown };
      return made_of === digest(source) ? (kept ?? null) : null;
    } catch {
      return null;
    }
  }

  /** Keeps what became of a workflow's text. It can be made again: a full disk is no reason to fail. */
  keep(id: string, source: string, kept: unknown): void {
    const folder = join(this.folder, '.kept');
    const incoming = join(folder, `.${this.ids.token(12)}.part`);
    try {
      mkdirSync(folder, { recursive: true });
      writeFileSync(incoming, JSON.stringify({ made_of: digest(source), kept }));
      renameSync(incoming, join(folder, fileOf(id)));
    } catch {
      dropped(incoming);
    }
  }

  /** Drops what killed processes were writing, and what was kept of workflows that somebody removed by hand. */
  sweep(): void {
    const kept = join(this.folder, '.kept');
    for (const folder of [this.folder, kept])
      for (const name of namesIn(folder)) if (PART.test(name)) dropped(join(folder, name));
    const there = new Set(namesIn(this.folder));
    for (const name of namesIn(kept)) if (!there.has(name)) dropped(join(kept, name));
  }

  private get folder(): string {
    return join(this.config.current().data_dir, 'workflows');
  }

  private entries(): readonly Dirent[] {
    try {
      return readdirSync(this.folder, { withFileTypes: true });
    } catch (error) {
      const { code = 'error' } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT') return [];
      throw new UnreadableFile(`the workflows folder can't be read (${code})`);
    }
  }

  private stamped(name: string): readonly FolderFile[] {
    const path = join(this.folder, name);
    const state = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    if (!state) return [];
    const { mtimeNs, ctimeNs, size, ino } = state;
    const changedAt = Number(ctimeNs / 1_000_000n);
    const stamp = `${mtimeNs}.${ctimeNs}.${size}.${ino}`;
    return [{ name, stamp, changedAt, size: Number(size) }];
  }
}

const fileOf = (id: string): string => `${id}.json`;
const manifestOf = (id: string): string => `${id}.manifest.json`;

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

function dropped(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    return;
  }
}

const PART = /^\..*\.part$/;

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function refuse(state: { isFile(): boolean; size: number }): void {
  if (!state.isFile()) throw new UnreadableFile('is no regular file');
  if (state.size > MOST_BYTES)
    throw new UnreadableFile(`is larger than ${MOST_BYTES / 1024 / 1024} MiB`);
}
