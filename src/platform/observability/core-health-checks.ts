import { Injectable } from '@nestjs/common';
import { ConfigService } from '../config/config.service';
import { DatabaseProblems } from '../database/database-problems';
import { ReadConnection } from '../database/read-connection';
import { freeBytes, freeSpaceText } from '../free-space.store';
import { type HealthPart, HealthRegistry } from './health.registry';

/** Health checks of configuration, database and disk. */
@Injectable()
export class CoreHealthChecks {
  constructor(
    health: HealthRegistry,
    private readonly settings: ConfigService,
    private readonly read: ReadConnection,
    private readonly problems: DatabaseProblems,
  ) {
    health.add({ name: 'config', check: () => this.config() });
    health.add({ name: 'database', check: () => this.database() });
    health.add({ name: 'disk', check: () => this.disk() });
  }

  private config(): HealthPart {
    const fault = this.settings.rejection();
    if (fault)
      return {
        status: 'degraded',
        detail: `${fault.file} isn't used, the last good configuration stays: ${fault.message}`,
      };
    const waiting = this.settings.fieldsPendingRestart();
    if (waiting.length === 0) return { status: 'ok' };
    return {
      status: 'ok',
      detail: `${waiting.join(', ')} changed in the file: takes effect at the next start.`,
    };
  }

  private async database(): Promise<HealthPart> {
    await this.read.manager.query('SELECT 1');
    const problems = this.problems.list();
    return problems.length === 0
      ? { status: 'ok' }
      : { status: 'degraded', detail: problems.join(' ') };
  }

  private async disk(): Promise<HealthPart> {
    const { data_dir, limits } = this.settings.current();
    return diskHealth(await freeBytes(data_dir), limits.min_free_bytes);
  }
}

/** @param free in bytes, as the limit */
export function diskHealth(free: number, limit: number): HealthPart {
  const detail = freeSpaceText(free);
  return free <= limit
    ? { status: 'degraded', detail: `${detail}: uploads are refused and jobs wait.` }
    : { status: 'ok', detail };
}
