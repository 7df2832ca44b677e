import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { DiskFull } from '../../../platform/errors/disk-full';
import { ToolkitFailure } from '../toolkit/toolkit-failures';
import { ToolkitGateway } from '../toolkit/toolkit.gateway';
import { RunCreationService } from './run-creation.service';
import { RunKeepingService } from './run-keeping.service';
import { hasLostItsSteps, progressOf, type RunProgress, withLoss } from './run-progress';
import { RunEventsService } from './run-events.service';
import { RunSteeringService } from './run-steering.service';
import { type TrainingRun, UNFINISHED } from './training-run.entity';
import { TrainingRunsRepository } from './training-runs.repository';

const RESUME_LOST =
  'resume_lost: The trainer did not continue from the last checkpoint, but began again at step 0, and was stopped. All checkpoints are as before.';

/** Looks up a run's job on the toolkit, starts or stops it as the run needs, and stores its progress. */
@Injectable()
export class RunLookupService {
  constructor(
    private readonly rows: TrainingRunsRepository,
    private readonly creation: RunCreationService,
    private readonly steering: RunSteeringService,
    private readonly keeping: RunKeepingService,
    private readonly events: RunEventsService,
    private readonly toolkit: ToolkitGateway,
    private readonly clock: Clock,
  ) {}

  /** Does nothing for a run that has ended. While the toolkit doesn't answer, only the reason is stored. */
  async pass(jobName: string): Promise<void> {
    await this.lookUp(jobName);
    const run = await this.rows.find(jobName);
    if (run && UNFINISHED.includes(run.status)) await this.events.publish(run);
  }

  private async lookUp(jobName: string): Promise<void> {
    const before = await this.unfinished(jobName);
    if (before?.stage === 'creating') await this.creation.attempt(before);
    const run = await this.unfinished(jobName);
    if (!run?.toolkit_id) return;
    try {
      await this.follow(run, run.toolkit_id);
    } catch (error) {
      if (!(error instanceof ToolkitFailure || error instanceof DiskFull)) throw error;
      await this.rows.update(jobName, { toolkit_error: error.message });
    }
  }

  private async unfinished(jobName: string): Promise<TrainingRun | null> {
    const run = await this.rows.find(jobName);
    return run && UNFINISHED.includes(run.status) ? run : null;
  }

  private async follow(run: TrainingRun, id: string): Promise<void> {
    const job = await this.toolkit.job({ id });
    if (job) await this.steering.act(run, job);
    // Read again: the toolkit answers a start or stop with the job as it was before.
    const now = job && (await this.toolkit.job({ id }));
    // Also for a run that is being stopped: its checkpoints may be overwritten until the trainer has ended.
    if (now && run.stage !== 'lost' && hasLostItsSteps(run, now))
      await this.rows.markStopping(run.job_name, 'lost');
    else await this.advance(run, id, progressOf(run, now, this.clock.timestamp()));
  }

  private async advance(run: TrainingRun, id: string, progress: RunProgress): Promise<void> {
    const hasEnded = progress.finished_at !== null;
    if (hasEnded && run.stage === 'lost') {
      await this.keeping.restore(run);
      await this.events.advance(run, { ...progress, status: 'failed', error: RESUME_LOST });
      return;
    }
    const loss = progress.step > run.step ? await this.furtherLoss(run, id) : {};
    // Before the row, so that it is done again after a crash.
    if (progress.step !== run.step || hasEnded) await this.keeping.keep(run);
    await this.events.advance(run, { ...progress, ...loss });
  }

  /** A failure is ignored, because the loss curve is requested again at the next step. */
  private async furtherLoss(run: TrainingRun, id: string): Promise<Partial<TrainingRun>> {
    try {
      const further = await this.toolkit.loss(id, run.loss.at(-1)?.step ?? 0);
      return { loss: withLoss(run.loss, further) };
    } catch (error) {
      if (error instanceof ToolkitFailure) return {};
      throw error;
    }
  }
}
