import { Injectable } from '@nestjs/common';
import type { Caller } from '../access/caller';
import { Clock } from '../clock/clock';
import type { Plain } from '../plain';
import { type HealthPart, HealthRegistry } from './health.registry';
import type { HealthAnswer } from './health.response';
import { SERVICE_VERSION } from './service-version';

/** What `GET /api/health` answers. */
@Injectable()
export class HealthService {
  private readonly startedAt: string;
  private readonly start: number;

  constructor(
    private readonly registry: HealthRegistry,
    private readonly clock: Clock,
  ) {
    this.startedAt = clock.timestamp();
    this.start = clock.monotonic();
  }

  async report({ isAdmin }: Caller): Promise<Plain<HealthAnswer>> {
    const { status, parts } = await this.registry.report();
    return {
      status,
      version: SERVICE_VERSION,
      started_at: this.startedAt,
      uptime_seconds: Math.floor((this.clock.monotonic() - this.start) / 1000),
      parts: isAdmin ? parts : withoutNames(parts),
    };
  }
}

function withoutNames(parts: Readonly<Record<string, HealthPart>>): Record<string, HealthPart> {
  return Object.fromEntries(
    Object.entries(parts).map(([part, { status, detail }]) => [
      part,
      { status, ...(detail === undefined ? {} : { detail }) },
    ]),
  );
}
