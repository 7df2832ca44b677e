import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { RunningPrompts } from '../../providers/public/running-prompts';
import type { JobRow } from '../records/job.entity';
import { JobListRepository } from '../records/job-list.repository';
import { JobStateService } from './job-state.service';

/** Keeps {@link RunningPrompts}: the running jobs of the last process first, then every change. */
@Injectable()
export class RunningJobsService implements OnApplicationBootstrap {
  constructor(
    private readonly state: JobStateService,
    private readonly list: JobListRepository,
    private readonly running: RunningPrompts,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.state.changes.subscribe(({ job }) => {
      this.record(job);
    });
    for (const job of await this.list.runningRows()) this.record(job);
  }

  private record({ prompt_id, status, provider, owner_id }: JobRow): void {
    if (status === 'running') this.running.add(prompt_id, { provider, ownerId: owner_id });
    else this.running.remove(prompt_id);
  }
}
