import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { StartedRun } from '../dto/run.response';
import type { StartTrainingDto } from '../dto/training.request';
import { TrainingPolling } from '../public/training-polling';
import { ToolkitFailure } from '../toolkit/toolkit-failures';
import { RunAdmissionService, StartRefused } from './run-admission.service';
import { RunFilesStore } from './run-files.store';
import { configPath, outputDir } from './run-paths';
import { messageFor } from './run-record';
import type { TrainingRun } from './training-run.entity';
import { TrainingRunsRepository } from './training-runs.repository';

const UNAVAILABLE = 'toolkit_unavailable';

/**
 * Starts training runs. A run is stored first; a lookup then creates, queues and starts its job. The lookups in the
 * background take the same steps, so that they continue an interrupted start.
 */
@Injectable()
export class RunStartService {
  constructor(
    private readonly admission: RunAdmissionService,
    private readonly rows: TrainingRunsRepository,
    private readonly files: RunFilesStore,
    private readonly polling: TrainingPolling,
  ) {}

  /**
   * Answers `ok: false` and keeps nothing when the toolkit is away or refuses.
   * @throws what `RunAdmissionService.admit` throws, except `StartRefused` and `ToolkitFailure`
   */
  async start(caller: Caller, body: StartTrainingDto): Promise<StartedRun> {
    try {
      const admitted = await this.admission.admit(caller, body);
      await this.polling.lookUp(admitted.job_name);
      const run = (await this.rows.find(admitted.job_name)) ?? admitted;
      if (run.status === 'failed' && run.toolkit_id === null) await this.forget(run);
      return answerOf(caller, run);
    } catch (error) {
      if (!(error instanceof StartRefused || error instanceof ToolkitFailure)) throw error;
      return {
        ok: false,
        job_name: body.job_name,
        status: 'failed',
        config_path: configPath(body.job_name),
        output_dir: outputDir(body.job_name),
        ...refusal(caller, error.message, codeOf(error), body.dataset),
      };
    }
  }

  /** The answer for a run that was started before; `null` when the run is gone. */
  async started(caller: Caller, jobName: string): Promise<StartedRun | null> {
    // The run may have been deleted, and its name given to a run of somebody else.
    const run = await this.rows.findFor(caller, jobName);
    return run && answerOf(caller, run);
  }

  /** Deletes a run that has no job on the toolkit, which frees its name. */
  private async forget({ job_name, config_path }: TrainingRun): Promise<void> {
    await this.files.remove(config_path);
    await this.rows.delete(job_name);
  }
}

function answerOf(caller: Caller, run: TrainingRun): StartedRun {
  const { job_name, status, config_path, output_dir } = run;
  const answer = { ok: status !== 'failed', job_name, status, config_path, output_dir };
  const error = run.error ?? run.toolkit_error;
  if (error === null) return answer;
  if (answer.ok) return { ...answer, error: messageFor(caller, error) };
  return { ...answer, ...refusal(caller, error, run.error_code ?? UNAVAILABLE, run.dataset) };
}

const refusal = (caller: Caller, message: string, code: string, dataset: string) => ({
  error: messageFor(caller, message),
  code,
  hint: hintFor(code, dataset),
});

/** The request that helps; a plan names everything that is wrong. */
function hintFor(code: string, dataset: string): string {
  if (code === UNAVAILABLE) return 'GET /api/health';
  if (code === 'id_taken') return 'GET /api/lora-training/jobs';
  if (code === 'dataset_empty') return `POST /api/lora-training/datasets/${dataset}/items`;
  return 'POST /api/lora-training/plan';
}

const codeOf = (error: StartRefused | ToolkitFailure): string =>
  error instanceof StartRefused ? error.code : UNAVAILABLE;
