import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { TrainingCheckpointNotFound } from '../training.errors';
import { CheckpointFilesStore } from './checkpoint-files.store';
import { type Checkpoint, checkpointsOf } from './output-names';
import type { TrainingRun } from './training-run.entity';
import { TrainingRunsService } from './training-runs.service';

/** A checkpoint of a run, and where its files are. */
export interface LocatedCheckpoint {
  readonly run: TrainingRun;
  readonly checkpoint: Checkpoint;
  /** Absolute paths of its files, in their order. */
  readonly paths: readonly [string, ...string[]];
}

/** Finds checkpoints of runs and their files. */
@Injectable()
export class LocatedCheckpointsService {
  constructor(
    private readonly runs: TrainingRunsService,
    private readonly files: CheckpointFilesStore,
  ) {}

  /** One checkpoint: without a name, that of the latest step. @throws TrainingRunNotFound, TrainingCheckpointNotFound */
  async find(caller: Caller, jobName: string, name?: string): Promise<LocatedCheckpoint> {
    const names = name === undefined ? undefined : [name];
    const [located] = await this.several(caller, jobName, names);
    return located;
  }

  /**
   * The checkpoints with these names, in their order; without names all, latest step first.
   * @throws TrainingRunNotFound, TrainingCheckpointNotFound
   */
  async several(
    caller: Caller,
    jobName: string,
    names: readonly string[] | undefined,
  ): Promise<readonly [LocatedCheckpoint, ...LocatedCheckpoint[]]> {
    const run = await this.runs.find(caller, jobName);
    const all = checkpointsOf(await this.files.list(run), run.step);
    const wanted = names?.map((name) => all.find((one) => one.name === name)) ?? all;
    const [first, ...others] = await Promise.all(wanted.map((one) => this.locate(run, one)));
    if (!first) throw new TrainingCheckpointNotFound(jobName);
    return [first, ...others];
  }

  private async locate(
    run: TrainingRun,
    checkpoint: Checkpoint | undefined,
  ): Promise<LocatedCheckpoint> {
    const files = checkpoint?.files ?? [];
    const paths = await Promise.all(files.map((file) => this.files.pathOf(run, file)));
    const [first, ...others] = paths.filter((path) => path !== null);
    if (!checkpoint || !first || paths.includes(null))
      throw new TrainingCheckpointNotFound(run.job_name);
    return { run, checkpoint, paths: [first, ...others] };
  }
}
