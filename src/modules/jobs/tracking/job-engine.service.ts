import { Injectable, Logger } from '@nestjs/common';
import { Subscription } from 'rxjs';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { type NodeEvent, NodeEvents } from '../../providers/public/node-events';
import { CollectorService } from '../collecting/collector.service';
import { DispatcherService } from '../dispatch/dispatcher.service';
import { JobHousekeepingService } from '../dispatch/job-housekeeping.service';
import { JobEngineControl } from '../public/job-queue';
import { HANDED_OVER } from './job-state';
import { type JobChange, JobStateService } from './job-state.service';
import { PollingService } from './polling.service';

/**
 * Drives jobs while the service runs: reacts to changes of jobs and to events of nodes, and checks everything once per
 * poll interval. `main` starts it once the service listens.
 */
@Injectable()
export class JobEngineService implements JobEngineControl {
  private readonly log = new Logger(JobEngineService.name);
  private readonly stopping = new AbortController();
  private readonly subscriptions = new Subscription();
  private rounds: Promise<void> = Promise.resolve();

  constructor(
    private readonly state: JobStateService,
    private readonly events: NodeEvents,
    private readonly dispatcher: DispatcherService,
    private readonly polling: PollingService,
    private readonly collector: CollectorService,
    private readonly housekeeping: JobHousekeepingService,
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {}

  /** Takes up every job that the last process left open. */
  async start(): Promise<void> {
    this.subscriptions.add(this.state.changes.subscribe((change) => this.onJobChange(change)));
    this.subscriptions.add(this.events.stream.subscribe((event) => this.onNodeEvent(event)));
    await this.polling.requeueJobsOfInternalNodes();
    await this.dispatcher.start();
    await this.collector.collectAll();
    this.rounds = this.clock.repeat({
      signal: this.stopping.signal,
      round: () => this.round(),
      pauseMs: () => this.config.current().jobs.poll_interval_ms,
      onFailure: (err) =>
        this.log.error({ err }, 'a round over the open jobs failed; the next one follows'),
    });
  }

  /** Lets the work in progress end; the next start takes up what isn't finished. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.subscriptions.unsubscribe();
    await Promise.all([this.collector.stop(), this.dispatcher.stop()]);
    await this.rounds;
  }

  private async round(): Promise<void> {
    await this.polling.pollAll();
    await this.dispatcher.wakeAll();
    await this.collector.collectAll();
    await this.housekeeping.round();
  }

  private onJobChange({ job, previous }: JobChange): void {
    if (job.phase === 'collecting') this.collector.collect(job, previous.phase !== 'collecting');
    if (job.phase === 'withdrawing') this.polling.lookUpSoon(job);
    if (job.phase !== 'on_node') this.polling.promptLeft(job.prompt_id);
    const hasFreedSlot = HANDED_OVER.includes(previous.phase) && !HANDED_OVER.includes(job.phase);
    // Whoever inserts a job asks the dispatcher for a pass and may wait for it; a second pass would find nothing new.
    const isBackInQueue = job.phase === 'waiting' && job.revision > 0;
    if (hasFreedSlot || isBackInQueue) this.dispatcher.wake(job.provider);
  }

  private onNodeEvent(event: NodeEvent): void {
    const { providerId } = event;
    switch (event.kind) {
      case 'connected':
        this.logFailure(this.polling.nodeConnected(providerId));
        this.dispatcher.wake(providerId);
        return;
      case 'started':
      case 'executing':
      case 'progress':
        this.logFailure(this.polling.promptStarted(providerId, event.promptId));
        return;
      case 'ended':
        this.logFailure(this.polling.promptEnded(providerId, event.promptId));
        return;
      case 'disconnected':
      case 'queue':
      case 'nodes_done':
      case 'preview':
        return;
    }
  }

  private logFailure(work: Promise<void>): void {
    work.catch((error: unknown) => {
      this.log.error({ err: error }, 'a node event could not be applied; the next lookup will');
    });
  }
}
