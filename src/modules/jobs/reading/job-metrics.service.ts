import { Injectable } from '@nestjs/common';
import {
  type MetricSample,
  MetricsRegistry,
} from '../../../platform/observability/metrics.registry';
import { JobsRepository } from '../records/jobs.repository';
import { isFinal } from '../tracking/job-state';
import { JobStateService } from '../tracking/job-state.service';

/** Reports in `GET /metrics` how many jobs are unfinished, and how many have ended since the process started. */
@Injectable()
export class JobMetricsService {
  private readonly ended = new Map([
    ['completed', 0],
    ['failed', 0],
    ['cancelled', 0],
  ]);

  constructor(
    metrics: MetricsRegistry,
    state: JobStateService,
    private readonly jobs: JobsRepository,
  ) {
    state.changes.subscribe(({ job: { status }, previous }) => {
      if (isFinal(status) && !isFinal(previous.status))
        this.ended.set(status, (this.ended.get(status) ?? 0) + 1);
    });
    metrics.add({
      name: 'jobs',
      type: 'gauge',
      help: 'Queued and running jobs by node and phase.',
      read: () => this.unfinished(),
    });
    metrics.add({
      name: 'jobs_ended_total',
      type: 'counter',
      help: 'Jobs that ended since the start of the service, by status.',
      read: () => [...this.ended].map(([status, value]) => ({ labels: { status }, value })),
    });
  }

  private async unfinished(): Promise<MetricSample[]> {
    const samples = new Map<string, MetricSample>();
    for (const { provider, phase, count } of await this.jobs.load()) {
      // Withdrawn jobs are over for their callers.
      if (phase === 'withdrawing') continue;
      const key = `${provider} ${phase}`;
      const value = (samples.get(key)?.value ?? 0) + count;
      samples.set(key, { labels: { provider, phase }, value });
    }
    return [...samples.values()];
  }
}
