import { AsyncResource } from 'node:async_hooks';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { KeyedPasses } from '../../../platform/keyed-passes';
import { TrainingPolling } from '../public/training-polling';
import { RunLookupService } from './run-lookup.service';
import { TrainingRunsRepository } from './training-runs.repository';

/** Looks up unfinished runs on the toolkit every few seconds, never the same run twice at once. */
@Injectable()
export class RunPollingService implements TrainingPolling {
  private readonly log = new Logger(RunPollingService.name);
  private readonly stopping = new AbortController();
  /** Lookups run outside of the request that asked for them, so that they don't write its idempotency key. */
  private readonly context = new AsyncResource(RunPollingService.name);
  private readonly passes = new KeyedPasses((jobName) => this.lookups.pass(jobName));
  private rounds: Promise<void> = Promise.resolve();

  constructor(
    private readonly rows: TrainingRunsRepository,
    private readonly lookups: RunLookupService,
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {}

  start(): void {
    this.rounds = this.clock.repeat({
      signal: this.stopping.signal,
      round: () => this.round(),
      pauseMs: () => this.config.current().training.poll_interval_ms,
      onFailure: (err) =>
        this.log.error({ err }, 'lookup of training runs failed; the next round tries again'),
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.rounds;
    await this.passes.idle();
  }

  async lookUp(jobName: string): Promise<void> {
    if (!this.isConfigured()) return;
    return this.context.runInAsyncScope(() => this.passes.run(jobName));
  }

  private async round(): Promise<void> {
    if (!this.isConfigured()) return;
    const jobNames = await this.rows.unfinished();
    await Promise.all(
      jobNames.map((jobName) =>
        this.lookUp(jobName).catch((err: unknown) =>
          this.log.error({ err, jobName }, 'a training run could not be looked up; trying again'),
        ),
      ),
    );
  }

  private isConfigured(): boolean {
    return this.config.current().training.base_url !== null;
  }
}
