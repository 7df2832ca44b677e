import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from '../platform/errors/user-error';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;
const OWNER_ONLY = 0o600;
/** Permissions of group and others. */
const OTHERS = 0o077;

/** The file can't take a key; nothing has changed. */
export class KeyFileRefused extends UserError {}

/**
 * A file for one key, readable only by its owner: new, or an empty file of the caller. It is opened before
 * the key is created, so that no key is created that can't be saved. An empty file that others may open is replaced by
 * a new one, because another process could already have it open.
 */
export class KeyFile {
  private constructor(
    readonly path: string,
    private descriptor: number,
    private readonly isNew: boolean,
  ) {}

  /** @throws KeyFileRefused with the reason */
  static open(path: string): KeyFile {
    const descriptor = openIfAbsent(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW);
    const file =
      descriptor === null
        ? new KeyFile(path, openExisting(path), false)
        : new KeyFile(path, descriptor, true);
    try {
      file.prepare();
      return file;
    } catch (error) {
      file.abandon();
      throw error instanceof KeyFileRefused ? error : refusal(path, error);
    }
  }

  /** Writes key and line end and syncs them to disk. @throws the system's error; no part of the key stays in the file */
  write(key: string): void {
    try {
      writeCompletely(this.descriptor, `${key}\n`);
      fsyncSync(this.descriptor);
    } catch (error) {
      this.truncate();
      this.abandon();
      throw error;
    }
    closeSync(this.descriptor);
  }

  /** To be called when no key was created: removes a new file, leaves an existing one empty. */
  abandon(): void {
    const created = this.isNew ? fstatSync(this.descriptor) : null;
    closeSync(this.descriptor);
    if (created && isSameFile(this.path, created)) unlinkSync(this.path);
  }

  private prepare(): void {
    if (!this.isNew) {
      const stats = fstatSync(this.descriptor);
      requirePrivate(this.path, stats);
      if ((stats.mode & OTHERS) !== 0) this.replace(stats);
    }
    fchmodSync(this.descriptor, OWNER_ONLY);
    fsyncSync(this.descriptor);
    syncFolder(this.path);
  }

  /** Replaces the existing file by a new empty one. */
  private replace(stats: Stats): void {
    const beside = `${this.path}.${randomBytes(8).toString('hex')}`;
    const descriptor = createBeside(this.path, beside);
    try {
      if (!isSameFile(this.path, stats)) throw refused(this.path, 'was changed just now');
      renameSync(beside, this.path);
    } catch (error) {
      closeSync(descriptor);
      unlinkSync(beside);
      throw error instanceof KeyFileRefused ? error : irreplaceable(this.path, error);
    }
    closeSync(this.descriptor);
    this.descriptor = descriptor;
  }

  private truncate(): void {
    try {
      ftruncateSync(this.descriptor);
    } catch {
      // Ignored: the error message says already that the file can't be used.
    }
  }
}

/** Opens a new file; `null` when the path exists already. */
function openIfAbsent(path: string, flags: number): number | null {
  try {
    return openSync(path, flags, OWNER_ONLY);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw refusal(path, error);
  }
}

function openExisting(path: string): number {
  try {
    return openSync(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    throw refusal(path, error);
  }
}

function createBeside(path: string, beside: string): number {
  try {
    return openSync(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, OWNER_ONLY);
  } catch (error) {
    throw irreplaceable(path, error);
  }
}

const irreplaceable = (path: string, cause: unknown): KeyFileRefused =>
  refused(path, "may be opened by others, and can't be replaced", {
    cause,
    advice: `Make it yours alone (chmod 600 ${quoted(path)}), or name a new file.`,
  });

function requirePrivate(path: string, stats: Stats): void {
  if (!stats.isFile()) throw refused(path, 'is not a regular file');
  if (stats.uid !== process.getuid?.()) throw refused(path, 'belongs to another user');
  if (stats.nlink > 1) throw refused(path, 'has another name, by which the key could be read');
  if (stats.size > 0)
    throw refused(path, 'holds something already, which is never overwritten', {
      advice: `Remove it first (rm ${quoted(path)}), or name a new file.`,
    });
}

/** Syncs the folder, so that the file name is on the disk, too. Some file systems don't support this, and don't need it. */
function syncFolder(path: string): void {
  try {
    const folder = openSync(dirname(path), O_RDONLY);
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch {
    return;
  }
}

function isSameFile(path: string, expected: Stats): boolean {
  try {
    const { dev, ino } = lstatSync(path);
    return dev === expected.dev && ino === expected.ino;
  } catch {
    return false;
  }
}

function writeCompletely(descriptor: number, text: string): void {
  for (let rest = Buffer.from(text); rest.length > 0;)
    rest = rest.subarray(writeSync(descriptor, rest));
}

/** A path as a shell takes it. */
const quoted = (path: string): string =>
  /^[\w./~+@%=-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'is in a place where this user may not write',
  EEXIST: 'is there already',
  EISDIR: 'is a directory',
  ELOOP: 'is a symbolic link',
  ENOENT: 'lies in a folder that is not there',
  ENOTDIR: 'lies in something that is not a folder',
  ENXIO: 'is a pipe or a device',
  EPERM: 'is in a place where this user may not write',
  EROFS: 'lies on a disk that can only be read',
};

function refusal(path: string, error: unknown): KeyFileRefused {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return refused(path, REASONS[code] ?? `can't be used (${message})`, { cause: error });
}

interface Refusal {
  readonly cause?: unknown;
  readonly advice?: string;
}

function refused(
  path: string,
  reason: string,
  { cause, advice = 'Name a new file, or an empty one of yours.' }: Refusal = {},
): KeyFileRefused {
  const message = `The key file ${path} ${reason}. ${advice} No key was made or changed.`;
  return new KeyFileRefused(message, { cause });
}
