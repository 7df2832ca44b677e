import { Injectable, Logger } from '@nestjs/common';
import type { NodeEvent } from '../../providers/public/node-events';
import { CollectorService } from '../collecting/collector.service';
import { DispatcherService } from '../dispatch/dispatcher.service';
import type { JobChange } from './job-state.service';
import { HANDED_OVER, isFinal } from './job-state';
import { JobsRepository } from '../records/jobs.repository';
import { LiveJobsService } from '../feed/live-jobs.service';
import { PollingService } from './polling.service';

/** Who does what when something happens to a job: the engine's switchboard. */
@Injectable()
export class JobWork {
  private readonly log = new Logger(JobWork.name);

  constructor(
    private readonly jobs: JobsRepository,
    private readonly dispatcher: DispatcherService,
    private readonly polling: PollingService,
    private readonly collector: CollectorService,
    private readonly live: LiveJobsService,
  ) {}

  async resume(): Promise<void> {
    await this.jobs.unstage();
    await this.polling.forgetEnded();
    this.dispatcher.start();
    await this.collectAll();
  }

  async stop(): Promise<void> {
    await Promise.all([this.collector.stop(), this.dispatcher.stop()]);
  }

  /** One look at every job that is on a node, and at every queue that may move. */
  async round(): Promise<void> {
    await this.polling.go();
    const load = await this.jobs.load();
    for (const { provider, phase } of load) {
      if (phase === 'waiting') this.dispatcher.wake(provider);
    }
    if (load.some(({ phase }) => phase === 'collecting')) await this.collectAll();
  }

  private async collectAll(): Promise<void> {
    for (const job of await this.jobs.inPhases(['collecting'])) {
      if (await this.polling.endIfOverdue(job)) continue;
      this.collector.collect(job);
    }
  }

  changed({ job, previous }: JobChange): void {
    if (job.phase === 'collecting') this.collector.collect(job);
    if (job.phase === 'withdrawing') this.polling.lookSoon(job);
    if (job.phase !== 'on_node') this.polling.left(job.prompt_id);
    if (isFinal(job.status) || job.phase === 'waiting') this.live.forget(job.prompt_id);
    const held = HANDED_OVER.includes(previous.phase);
    if (held && !HANDED_OVER.includes(job.phase)) this.dispatcher.wake(job.provider);
  }

  heard(event: NodeEvent): void {
    this.live.hear(event);
    switch (event.kind) {
      case 'connected':
        this.polling.lookAtNode(event.providerId);
        this.dispatcher.wake(event.providerId);
        return;
      case 'started':
      case 'executing':
      case 'progress':
        this.guard(this.polling.started(event.providerId, event.promptId));
        return;
      case 'ended':
        this.guard(this.polling.ended(event.providerId, event.promptId));
        return;
      case 'disconnected':
      case 'queue':
      case 'nodes_done':
      case 'preview':
        return;
    }
  }

  private guard(work: Promise<void>): void {
    work.catch((error: unknown) => {
      this.log.error({ err: error }, 'a node event could not be worked in; the next look-up will');
    });
  }
}
