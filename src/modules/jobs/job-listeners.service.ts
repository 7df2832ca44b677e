import { Injectable } from '@nestjs/common';
import type { Subscription } from 'rxjs';
import { NodeEvents } from '../providers/public/node-events';
import { JobFeed } from './job-feed.service';
import { JobLedger } from './job-ledger.service';
import { JobWork } from './job-work.service';
import { RunRecorder } from './run-recorder.service';

/** Everyone who must hear of a job's change, in this order: the work first, then those who only tell or measure. */
@Injectable()
export class JobListeners {
  constructor(
    private readonly ledger: JobLedger,
    private readonly work: JobWork,
    private readonly feed: JobFeed,
    private readonly runs: RunRecorder,
    private readonly events: NodeEvents,
  ) {}

  start(): Subscription {
    const subscription = this.ledger.changes.subscribe((change) => {
      this.work.changed(change);
      this.runs.note(change);
    });
    subscription.add(this.feed.start());
    subscription.add(
      this.events.stream.subscribe((event) => {
        this.runs.hear(event);
      }),
    );
    subscription.add(
      this.events.memory.subscribe((look) => {
        this.runs.saw(look);
      }),
    );
    return subscription;
  }
}
