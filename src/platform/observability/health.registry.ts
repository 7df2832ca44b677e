import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../clock/clock';

/** `off` is a feature that isn't installed. One `degraded` part makes the whole report degraded. */
export type HealthStatus = 'ok' | 'degraded' | 'off';

export interface HealthPart {
  readonly status: HealthStatus;
  /** A sentence for a person; any caller may read it: no path, address or secret. */
  readonly detail?: string;
  /** A few names of what is concerned; for admins only. */
  readonly names?: readonly string[];
}

/** A part of the service with a health check. */
export interface HealthContributor {
  /** One word, snake_case. */
  readonly name: string;
  /** Must be fast: a check that takes longer than a second counts as degraded. */
  readonly check: () => HealthPart | Promise<HealthPart>;
}

export interface HealthReport {
  readonly status: 'ok' | 'degraded';
  readonly parts: Readonly<Record<string, HealthPart>>;
}

const CHECK_TIMEOUT_MS = 1_000;

/** Modules add their checks in their constructors; `GET /api/health` runs all of them. */
@Injectable()
export class HealthRegistry {
  private readonly logger = new Logger('Health');
  private readonly contributors = new Map<string, HealthContributor>();

  constructor(private readonly clock: Clock) {}

  /** Two contributors of one name are a programming error. */
  add(contributor: HealthContributor): void {
    if (this.contributors.has(contributor.name))
      throw new Error(`health part ${contributor.name} is contributed twice`);
    this.contributors.set(contributor.name, contributor);
  }

  async report(): Promise<HealthReport> {
    const parts = await Promise.all(
      [...this.contributors.values()].map(
        async (one) => [one.name, await this.runCheck(one)] as const,
      ),
    );
    const degraded = parts.some(([, { status }]) => status === 'degraded');
    return { status: degraded ? 'degraded' : 'ok', parts: Object.fromEntries(parts) };
  }

  private async runCheck({ name, check }: HealthContributor): Promise<HealthPart> {
    const answered = new AbortController();
    const tooSlow = this.clock
      .sleep(CHECK_TIMEOUT_MS, answered.signal)
      .then((): HealthPart => ({ status: 'degraded', detail: 'Gave no answer within a second.' }));
    // It may reject after the timeout, when nothing handles the rejection any more.
    tooSlow.catch(() => undefined);
    try {
      return await Promise.race([Promise.resolve().then(check), tooSlow]);
    } catch (error) {
      this.logger.warn({ err: error, part: name }, 'a health check failed');
      return { status: 'degraded', detail: 'The check failed; the log says why.' };
    } finally {
      answered.abort();
    }
  }
}
