import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock/clock';
import type { ServedContent } from '../../../platform/http/content/send-content';
import { locationRedactor } from '../../providers/public/redact-locations';
import type { CheckpointEntry, Checkpoints, RunLog, Samples } from '../dto/output.response';
import type { CheckpointParams, SampleParams } from '../dto/run.request';
import { SampleNotFound, TrainingCheckpointNotFound } from '../training.errors';
import { CheckpointFilesStore } from './checkpoint-files.store';
import { checkpointsOf, pictureMime } from './output-names';
import { RunLogStore } from './run-log.store';
import { SampleFilesStore } from './sample-files.store';
import { samplePromptsOf } from './sample-prompts';
import { servedFile } from './served-file.store';
import type { TrainingRun } from './training-run.entity';
import { TrainingRunsService } from './training-runs.service';

const redactLocations = locationRedactor([]);

/** What runs have produced. */
@Injectable()
export class RunOutputsService {
  constructor(
    private readonly runs: TrainingRunsService,
    private readonly weights: CheckpointFilesStore,
    private readonly pictures: SampleFilesStore,
    private readonly logs: RunLogStore,
    private readonly clock: Clock,
  ) {}

  /** Of one run, or of the caller's newest ones. @throws TrainingRunNotFound */
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
    const samples = await this.pictures.list(run);
    const items = samples.map(({ file, folder, step, index, at }) => ({
      name: file,
      step,
      prompt_index: index,
      prompt: prompts[index] ?? '',
      path: `${folder}/${file}`,
      created_at: new Date(at).toISOString(),
    }));
    return { items, next_cursor: null };
  }

  /** One file of a checkpoint. @throws TrainingRunNotFound, TrainingCheckpointNotFound */
  async checkpointFile(
    caller: Caller,
    { job_name, name }: CheckpointParams,
  ): Promise<ServedContent> {
    const path = await this.weights.pathOf(await this.runs.find(caller, job_name), name);
    const mime = 'application/octet-stream';
    // A continued run replaces its last file.
    const as = { name, mime, disposition: 'attachment', mayChange: true } as const;
    const content = path === null ? null : await servedFile(path, as);
    if (!content) throw new TrainingCheckpointNotFound(job_name);
    return content;
  }

  /** @throws TrainingRunNotFound, SampleNotFound */
  async sampleFile(caller: Caller, { job_name, name }: SampleParams): Promise<ServedContent> {
    const path = await this.pictures.pathOf(await this.runs.find(caller, job_name), name);
    const as = { name, mime: pictureMime(name), disposition: 'inline' } as const;
    const content = path === null ? null : await servedFile(path, as);
    if (!content) throw new SampleNotFound(job_name);
    return content;
  }

  /** @throws TrainingRunNotFound */
  async log(caller: Caller, jobName: string, offset: number | undefined): Promise<RunLog> {
    const { output_dir } = await this.runs.find(caller, jobName);
    const part = await this.logs.log(output_dir, offset);
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
