import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type Transaction, WriteGate } from '../../../platform/database/write-gate';
import { type ProjectJobChange, ProjectJobHooks } from '../../jobs/public/job-hooks';
import type { TakeRow } from '../records/take.entity';
import { StoryRepository } from '../records/story.repository';
import { StoryChangesService } from '../tree/story-changes.service';
import { GenerationFeeding } from '../public/generation-feeding';
import { TakeChangesService } from './take-changes.service';
import { TakeEndsService } from './take-ends.service';
import { TakesRepository } from '../records/takes.repository';

/** Updates a take in the transaction that changes its job. */
@Injectable()
export class TakeJobsService implements OnModuleInit {
  constructor(
    private readonly hooks: ProjectJobHooks,
    private readonly gate: WriteGate,
    private readonly story: StoryRepository,
    private readonly takes: TakesRepository,
    private readonly takeChanges: TakeChangesService,
    private readonly ends: TakeEndsService,
    private readonly changes: StoryChangesService,
    private readonly feeding: GenerationFeeding,
  ) {}

  onModuleInit(): void {
    this.hooks.register((tx, change) => this.follow(tx, change));
  }

  private async follow(tx: Transaction, change: ProjectJobChange): Promise<void> {
    await this.story.locked(change.project, async () => {
      const take = await this.takes.byJob(change.promptId, tx);
      const project = take && (await this.story.projectById(take.project_id, tx));
      if (!take || !project) return;
      await this.write(tx, take, change);
      await this.changes.store(project, 'updated');
      this.gate.afterCommit(() => this.feeding.wake(change.ownerId));
    });
  }

  private async write(tx: Transaction, take: TakeRow, change: ProjectJobChange): Promise<void> {
    const { status, error } = change;
    switch (status) {
      case 'queued':
      case 'running':
        await this.takeChanges.change(tx, take, { status });
        return;
      case 'failed':
      case 'cancelled':
        await this.ends.end(tx, take, { status, error: error && shown(error) });
        return;
      case 'completed': {
        const output = outputOf(take, change);
        const end = output ?? { status: 'failed' as const, error: noOutput(take) };
        await this.ends.end(tx, take, end);
      }
    }
  }
}

/** The first file of the take's kind. */
function outputOf(
  { kind }: TakeRow,
  { outputs }: ProjectJobChange,
): Pick<TakeRow, 'path' | 'duration'> | null {
  const output = outputs.find(({ type, path }) => type === kind && path !== null);
  return output ? { path: output.path, duration: output.duration } : null;
}

const shown = ({ code, message }: NonNullable<TakeRow['error']>): TakeRow['error'] => ({
  code,
  message,
});

const noOutput = ({ kind }: TakeRow): TakeRow['error'] => ({
  code: 'no_output',
  message: `The job completed, but it made no ${kind}.`,
});
