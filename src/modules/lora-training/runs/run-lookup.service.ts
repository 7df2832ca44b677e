import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import type { ToolkitJob } from '../toolkit/toolkit-answers';
import { ToolkitFailure } from '../toolkit/toolkit-failures';
import { ToolkitGateway } from '../toolkit/toolkit.gateway';
import { CheckpointFilesStore } from './checkpoint-files.store';
import { RunCreationService } from './run-creation.service';
import { progressOf, withLoss } from './run-progress';
import { SampleFilesStore } from './sample-files.store';
import { type TrainingRun, UNFINISHED } from './training-run.entity';
import { TrainingRunsRepository } from './training-runs.repository';

/** Looks up a run's job on the toolkit, starts or stops it as the run needs, and stores its progress. */
@Injectable()
export class RunLookupService {
  private readonly log = new Logger(RunLookupService.name);

  constructor(
    private readonly rows: TrainingRunsRepository,
    private readonly creation: RunCreationService,
    private readonly checkpoints: CheckpointFilesStore,
    private readonly samples: SampleFilesStore,
    private readonly toolkit: ToolkitGateway,
    private readonly clock: Clock,
  ) {}

  /** Does nothing for a run that has ended. While the toolkit doesn't answer, only the reason is stored. */
  async pass(jobName: string): Promise<void> {
    const before = await this.unfinished(jobName);
    if (before?.stage === 'creating') await this.creation.attempt(before);
    const run = await this.unfinished(jobName);
    if (!run?.toolkit_id) return;
    try {
      await this.follow(run, run.toolkit_id);
    } catch (error) {
      if (!(error instanceof ToolkitFailure)) throw error;
      await this.rows.update(jobName, { toolkit_error: error.message });
    }
  }

  private async unfinished(jobName: string): Promise<TrainingRun | null> {
    const run = await this.rows.find(jobName);
    return run && UNFINISHED.includes(run.status) ? run : null;
  }

  private async follow(run: TrainingRun, id: string): Promise<void> {
    const job = await this.toolkit.job(id);
    if (job) await this.act(run, job);
    // Read again: the toolkit answers a start or stop with the job as it was before.
    const now = job && (await this.toolkit.job(id));
    const progress = progressOf(run, now, this.clock.timestamp());
    const loss = progress.step > run.step ? await this.furtherLoss(run, id) : {};
    if (progress.step !== run.step || progress.finished_at !== null) await this.keepSaves(run);
    await this.rows.advance(run, { ...progress, ...loss });
  }

  /** Before the run is seen to have ended, so that this is done again after a crash. */
  private async keepSaves(run: TrainingRun): Promise<void> {
    try {
      await this.checkpoints.keep(run);
      await this.samples.keep(run);
    } catch (error) {
      this.log.warn(
        { err: error, job_name: run.job_name },
        'checkpoints and samples could not be kept',
      );
    }
  }

  private async act(run: TrainingRun, job: ToolkitJob): Promise<void> {
    if (run.status === 'stopping') await this.pursueStop(run, job);
    else if (run.stage === 'created') await this.start(run, job);
  }

  /** Queues the job first: a queue that is started with nothing in it stops again. */
  private async start(run: TrainingRun, { id, status }: ToolkitJob): Promise<void> {
    if (status === 'stopped') await this.toolkit.start(id);
    await this.toolkit.startQueue(run.gpu_ids);
    await this.rows.update(run.job_name, { stage: 'started' });
  }

  /**
   * The toolkit's stop ends the process of a running job only. A queued job would run nevertheless, and a job whose
   * process is gone would run for ever: these are marked as stopped.
   */
  private async pursueStop(run: TrainingRun, { id, status, pid }: ToolkitJob): Promise<void> {
    if (status === 'running' && pid !== null && !run.is_stop_sent) {
      await this.rows.update(run.job_name, { is_stop_sent: true });
      await this.toolkit.stop(id);
    } else if (status === 'running' || status === 'queued' || status === 'stopping')
      await this.toolkit.markStopped(id);
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
