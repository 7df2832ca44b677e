import { Injectable, Logger } from '@nestjs/common';
import type { MemorySample, NodeEvent } from '../../providers/public/node-events';
import { RunTimes } from '../../workflows/public/run-times';
import type { JobChange } from '../tracking/job-state.service';
import { RunMemoryService } from './run-memory.service';

/** Tells workflows how long a completed job ran, and in how much memory: what waits, plans and notes are made from. */
@Injectable()
export class RunRecorderService {
  private readonly log = new Logger(RunRecorderService.name);

  constructor(
    private readonly runTimes: RunTimes,
    private readonly memory: RunMemoryService,
  ) {}

  hear(event: NodeEvent): void {
    this.memory.hear(event);
  }

  saw(look: MemorySample): void {
    this.memory.saw(look);
  }

  /** Notes the change if it is a completion. Never delays or fails the job. */
  note({ job, previous }: JobChange): void {
    const completed = job.status === 'completed' && previous.status !== 'completed';
    if (!completed || job.started_at === null || job.finished_at === null) return;
    const seconds = Math.max(0, job.finished_at - job.started_at) / 1000;
    const { workflow, run_class: runClass, provider } = job;
    const memory = this.memory.take(job.prompt_id);
    this.runTimes
      .record({ workflow, runClass, provider, seconds, memory })
      .catch((error: unknown) => {
        this.log.warn({ err: error, prompt_id: job.prompt_id }, 'a run time could not be kept');
      });
  }
}
