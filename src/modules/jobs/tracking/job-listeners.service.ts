import { Injectable } from '@nestjs/common';
import type { Subscription } from 'rxjs';
import { NodeEvents } from '../../providers/public/node-events';
import { JobFeedService } from '../feed/job-feed.service';
import { JobStateService } from './job-state.service';
import { JobWork } from './job-work.service';
import { RunRecorderService } from '../collecting/run-recorder.service';

/** Everyone who must hear of a job's change, in this order: the work first, then those who only tell or measure. */
@Injectable()
export class JobListeners {
  constructor(
    private readonly state: JobStateService,
    private readonly work: JobWork,
    private readonly feed: JobFeedService,
    private readonly runs: RunRecorderService,
    private readonly events: NodeEvents,
  ) {}

  start(): Subscription {
    const subscription = this.state.changes.subscribe((change) => {
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
