import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseDotEnv } from './dot-env';
import type { ConfigSources } from './read-config';

type Variables = Readonly<Record<string, string | undefined>>;

/** Where the configuration comes from. */
export interface ConfigPlace {
  readonly variables: Variables;
  /** Folder of `package.json`: `config.json` lies there unless `KINORA_CONFIG` says otherwise. */
  readonly packageFolder: string;
  readonly workingFolder: string;
}

/** A cheap identity of the files' state, and when they changed last. */
export interface Fingerprint {
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

/** The file can't be read at all. Its message is for a person. */
export class ConfigFileMissing extends Error {}

/** `config.json` and the `.env` beside it, on disk. */
export class ConfigFiles {
  readonly path: string;
  private readonly demanded: boolean;
  private readonly dotEnvPath: string;

  constructor(private readonly place: ConfigPlace) {
    const named = place.variables['KINORA_CONFIG'] ?? '';
    this.demanded = named !== '';
    this.path = this.demanded
      ? resolve(place.workingFolder, named)
      : join(place.packageFolder, 'config.json');
    this.dotEnvPath = join(dirname(this.path), '.env');
  }

  /** Two stat calls, nothing read. */
  fingerprint(): Fingerprint {
    const states = [this.path, this.dotEnvPath].map(stateOf);
    return {
      key: states.map((state) => state.key).join(' '),
      changedAt: Math.max(...states.map((state) => state.changedAt)),
    };
  }

  /** Throws {@link ConfigFileMissing} when a file that was named, or that was there before, isn't readable. */
  read(wasThere: boolean): ConfigSources {
    const content = textOf(this.path);
    if (content === null && this.demanded) {
      throw new ConfigFileMissing(
        'the file that KINORA_CONFIG names is not there: make it, or unset KINORA_CONFIG',
      );
    }
    if (content === null && wasThere) {
      throw new ConfigFileMissing('the file has vanished: put it back');
    }
    return {
      content,
      variables: { ...parseDotEnv(textOf(this.dotEnvPath) ?? ''), ...this.place.variables },
      folder: dirname(this.path),
      workingFolder: this.place.workingFolder,
    };
  }
}

const ABSENT: Fingerprint = { key: 'absent', changedAt: 0 };

/** A path that stat refuses counts as absent; reading it says why. */
function stateOf(path: string): Fingerprint {
  try {
    // Asked several times per request: that there is no file must not cost an error each time.
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
    throw new ConfigFileMissing(
      `${path} can't be read (${code}): check its kind and its permissions`,
    );
  }
}
