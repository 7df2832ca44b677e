import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { OPEN_READWRITE } from 'sqlite3';
import { Clock } from '../clock/clock';
import { ConfigService } from '../config/config.service';
import { DatabaseFilesStore } from './database-files.store';
import { DatabaseProblems } from './database-problems';
import { sqlitePath } from './data-source-options';
import { SqliteHandle } from './sqlite-handle';

const FILE_CHECK_MS = 2_000;
/** File checks between two checkpoints: a minute. */
const CHECKS_PER_CHECKPOINT = 30;

/**
 * Moves the write-ahead log into the database file after the start, every minute and at the end, so that a damaged log
 * costs a minute at most. Watches the database file, and checks its pages once after the start.
 */
@Injectable()
export class SqliteMaintenance implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Database');
  private readonly over = new AbortController();
  private readonly path: string | null;
  private running: Promise<void> = Promise.resolve();

  constructor(
    config: ConfigService,
    private readonly clock: Clock,
    private readonly problems: DatabaseProblems,
    @Inject(DatabaseFilesStore) private readonly files: DatabaseFilesStore | null,
  ) {
    this.path = sqlitePath(config.current().database.url);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (this.path === null) return;
    this.files?.startProblems.forEach((sentence, index) => {
      this.problems.add(`start${index}`, sentence);
    });
    this.files?.remember();
    await this.onConnection(this.path, (handle) =>
      handle.execute('PRAGMA wal_checkpoint(PASSIVE)'),
    );
    this.running = this.run(this.path);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.over.abort();
    await this.running;
    if (this.path === null || this.files?.problem() != null) return;
    await this.onConnection(this.path, (handle) =>
      handle.execute('PRAGMA wal_checkpoint(TRUNCATE)'),
    );
  }

  private async run(path: string): Promise<void> {
    await this.onConnection(path, (handle) => this.checkPages(handle));
    for (let round = 1; !this.over.signal.aborted; round += 1) {
      this.checkFile();
      if (round % CHECKS_PER_CHECKPOINT === 0 && this.files?.problem() == null)
        await this.onConnection(path, (handle) => handle.execute('PRAGMA wal_checkpoint(PASSIVE)'));
      await this.clock.pause(FILE_CHECK_MS, this.over.signal);
    }
  }

  private checkFile(): void {
    const problem = this.files?.problem() ?? null;
    if (problem === null) this.problems.solved('file');
    else this.problems.add('file', problem);
  }

  private async checkPages(handle: SqliteHandle): Promise<void> {
    const { signal } = this.over;
    if (signal.aborted) return;
    const stop = (): void => handle.interrupt();
    signal.addEventListener('abort', stop, { once: true });
    // It takes long on a large database.
    const row = await handle
      .first<{ quick_check: string }>('PRAGMA quick_check(1)')
      .catch((error: unknown) => {
        if (signal.aborted) return { quick_check: 'ok' };
        throw error;
      })
      .finally(() => signal.removeEventListener('abort', stop));
    if (row?.quick_check !== 'ok')
      this.problems.report(Object.assign(new Error(row?.quick_check), { code: 'SQLITE_CORRUPT' }));
  }

  private async onConnection(
    path: string,
    work: (handle: SqliteHandle) => Promise<void>,
  ): Promise<void> {
    try {
      const handle = await SqliteHandle.open(path, OPEN_READWRITE);
      try {
        await work(handle);
      } finally {
        await handle.close();
      }
    } catch (error) {
      this.problems.report(error);
      this.logger.warn({ err: error }, 'maintenance of the database failed');
    }
  }
}
