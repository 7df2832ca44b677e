import { basename } from 'node:path';
import { Injectable, Logger } from '@nestjs/common';
import type { Clock } from '../clock/clock';
import { UserError } from '../errors/user-error';
import type { AppConfig } from './app-config';
import { ConfigFileUnreadable, type ConfigFiles } from './config-files';
import type { ConfigProblem } from './config-file';
import { type ConfigReading, readConfig } from './read-config';

/** The configuration can't be used at start. The message is for a person: file, lines, fields, what to write. */
export class ConfigInvalid extends UserError {}

/** Why the current file isn't used. Contains no values and no folder, so health may show it. */
export interface ConfigRejection {
  readonly file: string;
  readonly message: string;
  readonly problems: readonly ConfigProblem[];
}

/** File systems stamp changes in steps: a file that changed this recently may change again under the same stamp. */
const STAMP_STEP_MS = 50;

/** Background work may use a configuration of this age: a job asks for it fifty times. */
const BACKGROUND_AGE_MS = 1_000;

/**
 * The live configuration: checks at each request whether the file has changed, and for background work once a second. While the file is invalid,
 * incomplete or missing, the last good configuration stays in force; the reason is logged once and returned by `rejection()`.
 */
@Injectable()
export class ConfigService {
  private readonly logger = new Logger('Config');
  private readonly atStart: AppConfig;
  private config: AppConfig;
  /** Fingerprint of the files that were read last; `null` forces the next call to read them again. */
  private lastFingerprint: string | null = null;
  /** Monotonic time until which the files are not checked again. */
  private freshUntil = -Infinity;
  private readText: string | null = null;
  private lastFault: ConfigRejection | null = null;
  private lastWarning = '';
  private pendingFields: readonly string[] = [];

  /** Throws {@link ConfigInvalid}. */
  constructor(
    private readonly files: ConfigFiles,
    private readonly clock: Clock,
  ) {
    const reading = this.read();
    if (!reading.ok) throw new ConfigInvalid(startupMessage(files.path, reading.problems));
    this.atStart = reading.config;
    this.config = reading.config;
  }

  /** The configuration in force; at most a second old, or as old as the request. The same object until something changes. */
  current(): AppConfig {
    const now = this.clock.monotonic();
    if (now < this.freshUntil) return this.config;
    this.freshUntil = now + BACKGROUND_AGE_MS;
    const { key } = this.files.fingerprint();
    if (key !== this.lastFingerprint) this.refresh();
    return this.config;
  }

  /** The next `current()` looks at the files. Called for each request. */
  expire(): void {
    this.freshUntil = -Infinity;
  }

  /** Absolute path of the configuration file, whether it exists or not. */
  get path(): string {
    return this.files.path;
  }

  /** Why the current file isn't used; `null` when it is in force. */
  rejection(): ConfigRejection | null {
    this.current();
    return this.lastFault;
  }

  /** Fields of the file that were changed and take effect at the next start. */
  fieldsPendingRestart(): readonly string[] {
    this.current();
    return this.pendingFields;
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
    this.pendingFields = changedAtStartOnly(reading.config, this.atStart);
    if (this.pendingFields.length > 0)
      this.warn(`${this.pendingFields.join(', ')}: a change takes effect at the next start`);
    this.config = withStartValues(reading.config, this.atStart);
  }

  private refuse(problems: readonly ConfigProblem[]): void {
    const file = basename(this.files.path);
    this.lastFault = { file, message: problems.map(describeProblem).join('; '), problems };
    this.warn(`${file} isn't used, the last good configuration stays: ${this.lastFault.message}`);
  }

  private warn(message: string): void {
    if (message !== this.lastWarning) this.logger.warn(message);
    this.lastWarning = message;
  }

  private read(): ConfigReading {
    // Before reading, so that a change in between is noticed at the next call.
    const { key, changedAt } = this.files.fingerprint();
    this.lastFingerprint = Math.abs(this.clock.now() - changedAt) < STAMP_STEP_MS ? null : key;
    try {
      const sources = this.files.read();
      this.readText = JSON.stringify([sources.content, sources.variables]);
      return readConfig(sources);
    } catch (error) {
      if (!(error instanceof ConfigFileUnreadable)) throw error;
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

function describeProblem({ line, field, message }: ConfigProblem): string {
  const location = [line > 0 ? `line ${line}` : '', field].filter((part) => part !== '').join(', ');
  return location === '' ? message : `${location}: ${message}`;
}

function startupMessage(path: string, problems: readonly ConfigProblem[]): string {
  const lines = problems.map((problem) => `  ${describeProblem(problem)}`);
  const isOfFile = problems.some(({ field }) => !field.startsWith('KINORA_'));
  const subject = isOfFile ? `The configuration ${path}` : 'The environment (or .env)';
  return [`${subject} can't be used:`, ...lines].join('\n');
}
