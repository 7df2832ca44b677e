import { Injectable } from '@nestjs/common';
import type { ToolkitJob } from '../toolkit/toolkit-answers';
import { ToolkitGateway } from '../toolkit/toolkit.gateway';
import { RunFilesStore } from './run-files.store';
import type { TrainingRun } from './training-run.entity';
import { TrainingRunsRepository } from './training-runs.repository';

/** Changes a run's job on the toolkit as the run needs. Every change may be repeated after a crash. */
@Injectable()
export class RunSteeringService {
  constructor(
    private readonly rows: TrainingRunsRepository,
    private readonly files: RunFilesStore,
    private readonly toolkit: ToolkitGateway,
  ) {}

  /** @throws ToolkitFailure, DiskFull */
  async act(run: TrainingRun, job: ToolkitJob): Promise<void> {
    const current = run.stage === 'continuing' ? await this.prepare(run, job) : job;
    if (run.status === 'stopping') await this.pursueStop(run, current);
    else if (run.stage !== 'started') await this.start(run, current);
  }

  /** Afterwards the job is stopped, so that one with another status has been started since. */
  private async prepare(run: TrainingRun, job: ToolkitJob): Promise<ToolkitJob> {
    const { job_name, gpu_ids, config } = run;
    await this.files.writeConfig(run);
    await this.toolkit.update(job.id, job_name, gpu_ids, config);
    await this.toolkit.markStopped(job.id);
    await this.rows.update(job_name, { stage: 'created' });
    return { ...job, status: 'stopped' };
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
      await this.toolkit.stop(id);
      await this.rows.update(run.job_name, { is_stop_sent: true });
    } else if (status === 'running' || status === 'queued' || status === 'stopping')
      await this.toolkit.markStopped(id);
  }
}
