import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock/clock';
import { locationRedactor } from '../../providers/public/redact-locations';
import type { CheckpointEntry, Checkpoints, RunLog, Samples } from '../dto/output.response';
import { CheckpointFilesStore } from './checkpoint-files.store';
import { checkpointsOf } from './output-names';
import { RunOutputsStore } from './run-outputs.store';
import { samplePromptsOf } from './sample-prompts';
import type { TrainingRun } from './training-run.entity';
import { TrainingRunsService } from './training-runs.service';

const redactLocations = locationRedactor([]);

/** What a run has produced, read from the folder that the toolkit writes to. */
@Injectable()
export class RunOutputsService {
  constructor(
    private readonly runs: TrainingRunsService,
    private readonly outputs: RunOutputsStore,
    private readonly weights: CheckpointFilesStore,
    private readonly clock: Clock,
  ) {}

  /** Of one run, or of all of the caller's own. @throws TrainingRunNotFound */
  async checkpoints(caller: Caller, jobName: string | undefined): Promise<Checkpoints> {
    const runs =
      jobName === undefined ? await this.runs.own(caller) : [await this.runs.find(caller, jobName)];
    const checkpoints: CheckpointEntry[] = [];
    for (const run of runs) checkpoints.push(...(await this.ofRun(run)));
    return {
      ok: true,
      job_name: jobName ?? '',
      checkpoints,
      count: checkpoints.length,
      updated_at: this.clock.timestamp(),
    };
  }

  /** @throws TrainingRunNotFound */
  async samples(caller: Caller, jobName: string): Promise<Samples> {
    const run = await this.runs.find(caller, jobName);
    const prompts = samplePromptsOf(run);
    const samples = await this.outputs.samples(run.output_dir);
    const items = samples.map(({ file, step, index, at }) => ({
      name: file,
      step,
      prompt_index: index,
      prompt: prompts[index] ?? '',
      path: `${run.output_dir}/samples/${file}`,
      created_at: new Date(at).toISOString(),
    }));
    return { items, next_cursor: null };
  }

  /** @throws TrainingRunNotFound */
  async log(caller: Caller, jobName: string, offset: number | undefined): Promise<RunLog> {
    const { output_dir } = await this.runs.find(caller, jobName);
    const part = await this.outputs.log(output_dir, offset);
    return caller.isAdmin ? part : { ...part, log: redactLocations(part.log) };
  }

  private async ofRun(run: TrainingRun): Promise<CheckpointEntry[]> {
    const { job_name, step } = run;
    return checkpointsOf(await this.weights.list(run), step).map((checkpoint) => ({
      name: checkpoint.name,
      step: checkpoint.step,
      path: `${checkpoint.folder}/${checkpoint.name}`,
      size_bytes: checkpoint.size,
      modified_at: new Date(checkpoint.modifiedAt).toISOString(),
      job_name,
      files: [...checkpoint.files],
    }));
  }
}
