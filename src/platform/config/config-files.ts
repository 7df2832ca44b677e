import { readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Variables } from './config-file';
import { parseDotEnv } from './dot-env';
import type { ConfigSources } from './read-config';

/** Where the configuration comes from. */
export interface ConfigLocation {
  readonly variables: Variables;
  /** Folder of `package.json`: contains `config.json` unless `KINORA_CONFIG` names another file. */
  readonly packageFolder: string;
  readonly workingFolder: string;
}

/** A cheap identity of the files' state, and when they changed last. */
export interface Fingerprint {
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

/** A file that is needed isn't there, or can't be read. Its message is for a person. */
export class ConfigFileUnreadable extends Error {}

/** `config.json` and the `.env` beside it, on disk. */
export class ConfigFiles {
  readonly path: string;
  private readonly isRequired: boolean;
  private readonly dotEnvPath: string;
  private wasThere = false;
  private wasDotEnvThere = false;

  constructor(private readonly location: ConfigLocation) {
    const configPath = location.variables['KINORA_CONFIG'] ?? '';
    this.isRequired = configPath !== '';
    this.path = this.isRequired
      ? resolve(location.workingFolder, configPath)
      : join(location.packageFolder, 'config.json');
    this.dotEnvPath = join(dirname(this.path), '.env');
  }

  /** Makes two stat calls and reads nothing. */
  fingerprint(): Fingerprint {
    const states = [this.path, this.dotEnvPath].map(stateOf);
    return {
      key: states.map((state) => state.key).join(' '),
      changedAt: Math.max(...states.map((state) => state.changedAt)),
    };
  }

  /** Throws {@link ConfigFileUnreadable} when a file can't be read, or is missing though it was named or there before. */
  read(): ConfigSources {
    const content = textOf(this.path);
    const dotEnv = textOf(this.dotEnvPath);
    if (content === null && this.isRequired) {
      throw new ConfigFileUnreadable(
        'the file that KINORA_CONFIG names is not there: make it, or unset KINORA_CONFIG',
      );
    }
    if (content === null && this.wasThere)
      throw new ConfigFileUnreadable('the file has vanished: put it back');
    if (dotEnv === null && this.wasDotEnvThere)
      throw new ConfigFileUnreadable(
        '.env beside it has vanished: put it back, or an empty file to use none of its values',
      );
    this.wasThere = content !== null;
    this.wasDotEnvThere = dotEnv !== null;
    return {
      content,
      variables: { ...parseDotEnv(dotEnv ?? ''), ...this.location.variables },
      folder: dirname(this.path),
      workingFolder: this.location.workingFolder,
    };
  }
}

const ABSENT: Fingerprint = { key: 'absent', changedAt: 0 };

/** A path that stat fails on counts as absent; reading it gives the reason. */
function stateOf(path: string): Fingerprint {
  try {
    // Called several times per request, so a missing file must not throw each time.
    const state = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (!state) return ABSENT;
    const { mtimeNs, ctimeNs, size, ino } = state;
    return {
      key: `${mtimeNs}.${ctimeNs}.${size}.${ino}`,
      changedAt: Number(ctimeNs / 1_000_000n),
    };
  } catch {
    return ABSENT;
  }
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = 'error' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new ConfigFileUnreadable(
      `${basename(path)} can't be read (${code}): check its kind and its permissions`,
    );
  }
}
