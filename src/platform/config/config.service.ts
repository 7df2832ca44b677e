import { basename } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import type { Clock } from '../clock/clock';
import { UserError } from '../errors/user-error';
import type { AppConfig } from './app-config';
import { ConfigFileMissing, type ConfigFiles } from './config-files';
import type { ConfigProblem } from './config-file';
import { type ConfigReading, readConfig } from './read-config';

/** The configuration can't be used at start. The message is for a person: file, lines, fields, what to write. */
export class ConfigInvalid extends UserError {}

/** Why the file as it stands isn't in use. Holds no value and no folder, so health may show it. */
export interface ConfigFault {
  readonly file: string;
  readonly message: string;
  readonly problems: readonly ConfigProblem[];
}

/** File systems stamp changes in steps: a file that changed this recently may change again under the same stamp. */
const STAMP_STEP_MS = 50;

/**
 * The live configuration: every call of `current()` looks whether the file has changed. An invalid, half-written or
 * vanished file leaves the last good one in force, is warned of once, and shows in `problem()`.
 */
@Injectable()
export class ConfigService {
  private readonly logger = new Logger('Config');
  private readonly atStart: AppConfig;
  private config: AppConfig;
  /** State of the files at the last reading; `null`: read again whatever they look like. */
  private seen: string | null = null;
  private readText: string | null = null;
  private fileWasThere = false;
  private lastFault: ConfigFault | null = null;
  private lastWarning = '';
  private waiting: readonly string[] = [];

  /** Throws {@link ConfigInvalid}. */
  constructor(
    private readonly files: ConfigFiles,
    private readonly clock: Clock,
  ) {
    const reading = this.read();
    if (!reading.ok) throw new ConfigInvalid(forStart(files.path, reading.problems));
    this.atStart = reading.config;
    this.config = reading.config;
  }

  /** The configuration in force. The same object until something changes. */
  current(): AppConfig {
    const { key } = this.files.fingerprint();
    if (key !== this.seen) this.refresh();
    return this.config;
  }

  /** What is wrong with the file as it stands; `null` while it is the one in force. */
  problem(): ConfigFault | null {
    this.current();
    return this.lastFault;
  }

  /** Fields of the file that were changed and take effect at the next start. */
  atNextStart(): readonly string[] {
    this.current();
    return this.waiting;
  }

  private refresh(): void {
    const before = this.readText;
    const reading = this.read();
    if (!reading.ok) {
      this.refuse(reading.problems);
      return;
    }
    if (this.lastFault === null && before === this.readText) return;
    this.lastFault = null;
    this.lastWarning = '';
    this.waiting = changedAtStartOnly(reading.config, this.atStart);
    if (this.waiting.length > 0)
      this.warn(`${this.waiting.join(', ')}: a change takes effect at the next start`);
    this.config = withStartValues(reading.config, this.atStart);
  }

  private refuse(problems: readonly ConfigProblem[]): void {
    const file = basename(this.files.path);
    this.lastFault = { file, message: problems.map(sentence).join('; '), problems };
    this.warn(`${file} isn't used, the last good configuration stays: ${this.lastFault.message}`);
  }

  private warn(message: string): void {
    if (message !== this.lastWarning) this.logger.warn(message);
    this.lastWarning = message;
  }

  private read(): ConfigReading {
    // Stamped before reading: what changes in between is seen next time.
    const { key, changedAt } = this.files.fingerprint();
    this.seen = Math.abs(this.clock.now() - changedAt) < STAMP_STEP_MS ? null : key;
    try {
      const sources = this.files.read(this.fileWasThere);
      this.fileWasThere ||= sources.content !== null;
      this.readText = JSON.stringify([sources.content, sources.variables]);
      return readConfig(sources);
    } catch (error) {
      if (!(error instanceof ConfigFileMissing)) throw error;
      this.readText = null;
      return { ok: false, problems: [{ line: 0, field: '', message: error.message }] };
    }
  }
}

function changedAtStartOnly(next: AppConfig, start: AppConfig): string[] {
  const changes: [string, boolean][] = [
    ['server.host', next.server.host !== start.server.host],
    ['server.port', next.server.port !== start.server.port],
    ['data_dir', next.data_dir !== start.data_dir],
    ['database.url', next.database.url !== start.database.url],
  ];
  return changes.filter(([, changed]) => changed).map(([name]) => name);
}

function withStartValues(next: AppConfig, start: AppConfig): AppConfig {
  const { host, port } = start.server;
  const { data_dir, database } = start;
  return { ...next, data_dir, database, server: { ...next.server, host, port } };
}

function sentence({ line, field, message }: ConfigProblem): string {
  const place = [line > 0 ? `line ${line}` : '', field].filter((part) => part !== '').join(', ');
  return place === '' ? message : `${place}: ${message}`;
}

function forStart(path: string, problems: readonly ConfigProblem[]): string {
  const lines = problems.map((problem) => `  ${sentence(problem)}`);
  return [`The configuration ${path} can't be used:`, ...lines].join('\n');
}
