import { Injectable } from '@nestjs/common';
import {
  type MetricSample,
  MetricsRegistry,
} from '../../../platform/observability/metrics.registry';
import { ProviderDirectory } from '../../providers/public/provider-directory';
import { JobsRepository } from '../records/jobs.repository';
import { isFinal, OPEN } from '../tracking/job-state';
import { JobStateService } from '../tracking/job-state.service';

/** Withdrawn jobs are over for their callers. */
const UNFINISHED = OPEN.filter((phase) => phase !== 'withdrawing');

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
    private readonly providers: ProviderDirectory,
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

  /** Of each node and phase, as monitoring needs a zero to see that a queue is empty. */
  private async unfinished(): Promise<MetricSample[]> {
    const load = await this.jobs.load();
    const nodes = [
      ...this.providers.list().map(({ id }) => id),
      ...load.map((one) => one.provider),
    ];
    return [...new Set(nodes)].flatMap((provider) =>
      UNFINISHED.map((phase) => {
        const counts = load.filter((one) => one.provider === provider && one.phase === phase);
        const value = counts.reduce((sum, { count }) => sum + count, 0);
        return { labels: { provider, phase }, value };
      }),
    );
  }
}
