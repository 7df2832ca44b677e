import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { RunRecord } from '../dto/run.response';
import { TrainingPolling } from '../public/training-polling';
import { ToolkitGateway } from '../toolkit/toolkit.gateway';
import { TrainingRunNotRunning } from '../training.errors';
import { toolkitAnswer } from './toolkit-answer';
import { CheckpointFilesStore } from './checkpoint-files.store';
import { RunContinuationService } from './run-continuation.service';
import { TrainingRunsService } from './training-runs.service';

/** Continues runs that have ended, and makes running ones draw sample pictures or save a checkpoint. */
@Injectable()
export class RunActionsService {
  constructor(
    private readonly runs: TrainingRunsService,
    private readonly continuation: RunContinuationService,
    private readonly polling: TrainingPolling,
    private readonly checkpoints: CheckpointFilesStore,
    private readonly toolkit: ToolkitGateway,
  ) {}

  /** @param steps the new total @throws TrainingRunNotFound and what `RunContinuationService.reopen` throws */
  async continue(caller: Caller, jobName: string, steps: number): Promise<RunRecord> {
    await this.continuation.reopen(caller, await this.runs.find(caller, jobName), steps);
    await this.polling.lookUp(jobName);
    return this.runs.get(caller, jobName);
  }

  /**
   * Makes sample pictures at the end of the current step.
   * @throws TrainingRunNotFound, TrainingRunNotRunning, ToolkitUnavailable
   */
  async sample(caller: Caller, jobName: string): Promise<RunRecord> {
    const id = await this.runningJob(caller, jobName);
    await toolkitAnswer(caller, this.toolkit.sampleNow(id));
    return this.runs.get(caller, jobName);
  }

  /**
   * Saves a checkpoint at the end of the current step.
   * @throws TrainingRunNotFound, TrainingRunNotRunning, DiskFull, ToolkitUnavailable
   */
  async save(caller: Caller, jobName: string): Promise<RunRecord> {
    const id = await this.runningJob(caller, jobName);
    await this.checkpoints.assertFreeSpace(0);
    await toolkitAnswer(caller, this.toolkit.saveNow(id));
    return this.runs.get(caller, jobName);
  }

  private async runningJob(caller: Caller, jobName: string): Promise<string> {
    const { status, toolkit_id } = await this.runs.find(caller, jobName);
    if (status !== 'running' || toolkit_id === null)
      throw new TrainingRunNotRunning(jobName, status);
    return toolkit_id;
  }
}
