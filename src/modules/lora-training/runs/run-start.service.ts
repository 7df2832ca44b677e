import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { IdTaken } from '../../../platform/errors/id-taken';
import type { Once } from '../../../platform/http/once-per-key.decorator';
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
   * Answers `ok: false` and keeps nothing, not even the request's idempotency key, when the toolkit is away or refuses.
   * @throws what `RunAdmissionService.admit` throws, except `StartRefused` and `ToolkitFailure`
   */
  async start(caller: Caller, body: StartTrainingDto, once: Once): Promise<StartedRun> {
    try {
      return await once(
        body,
        () => this.attempt(caller, body),
        (jobName) => this.started(caller, jobName),
      );
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

  private async attempt(caller: Caller, body: StartTrainingDto): Promise<StartedRun> {
    const admitted = await this.admission.admit(caller, body);
    await this.polling.lookUp(admitted.job_name);
    const run = (await this.rows.find(admitted.job_name)) ?? admitted;
    if (run.status === 'failed' && run.toolkit_id === null) await this.forget(run);
    return answerOf(caller, run);
  }

  /** The answer for a run that was started before; `null` when the run is gone. */
  private async started(caller: Caller, jobName: string): Promise<StartedRun | null> {
    // The run may have been deleted, and its name given to a run of somebody else.
    const run = await this.rows.findFor(caller, jobName);
    return run && answerOf(caller, run);
  }

  /**
   * Deletes a run that has no job on the toolkit, which frees its name.
   * @throws IdTaken if another job of the toolkit has the name, else StartRefused
   */
  private async forget(run: TrainingRun): Promise<never> {
    // The row first: if it is gone, the config is that of another run with this name.
    if (await this.rows.forget(run)) await this.files.remove(run.config_path);
    if (run.error_code === 'id_taken')
      throw new IdTaken('another job_name: a job of the training toolkit has this one');
    throw new StartRefused({ code: run.error_code ?? UNAVAILABLE, message: run.error ?? '' });
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
  if (code === 'dataset_empty') return `POST /api/lora-training/datasets/${dataset}/items`;
  return 'POST /api/lora-training/plan';
}

const codeOf = (error: StartRefused | ToolkitFailure): string =>
  error instanceof StartRefused ? error.code : UNAVAILABLE;
