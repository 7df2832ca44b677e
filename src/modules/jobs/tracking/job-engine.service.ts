import { Injectable, Logger } from '@nestjs/common';
import { Subscription } from 'rxjs';
import { NodeEvents, type NodeEvent } from '../../providers/public/node-events';
import { EngineTime } from './engine-time';
import { JobHousekeepingService } from '../dispatch/job-housekeeping.service';
import { JobListeners } from './job-listeners.service';
import { JobWork } from './job-work.service';
import { JobEngineControl } from '../public/job-engine-control';

/**
 * What drives jobs while the service runs: node events for speed, a steady round of look-ups for truth. Starts from
 * `main` after the service listens; nothing here begins on its own.
 */
@Injectable()
export class JobEngineService extends JobEngineControl {
  private readonly log = new Logger(JobEngineService.name);
  private readonly stopping = new AbortController();
  private readonly subscriptions = new Subscription();
  private rounds: Promise<void> = Promise.resolve();

  constructor(
    private readonly work: JobWork,
    private readonly housekeeping: JobHousekeepingService,
    private readonly listeners: JobListeners,
    private readonly events: NodeEvents,
    private readonly time: EngineTime,
  ) {
    super();
  }

  /** Picks up every job that the last process left open. */
  async start(): Promise<void> {
    this.subscriptions.add(this.listeners.start());
    this.subscriptions.add(
      this.events.stream.subscribe((event: NodeEvent) => {
        this.work.heard(event);
      }),
    );
    await this.work.resume();
    this.rounds = this.goRound();
  }

  /** Lets what is under way end; every job that isn't finished is picked up by the next start. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.subscriptions.unsubscribe();
    await this.work.stop();
    await this.rounds;
  }

  private async goRound(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        await this.work.round();
        await this.housekeeping.round();
      } catch (error) {
        this.log.error(
          { err: error },
          'a round over the open jobs broke off; the next one follows',
        );
      }
      await this.time.pause(signal);
    }
  }
}
