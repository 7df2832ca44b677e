import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import type { GenerationRow } from '../records/generation.entity';
import { GenerationsRepository } from '../records/generations.repository';
import { TakeChangesService } from '../takes/take-changes.service';
import { StoryChangesService } from '../tree/story-changes.service';
import { OpenGenerationsService } from './open-generations.service';
import { SpeechRunsService } from './speech-runs.service';
import { type FedTake, nextSteps } from './take-graph';

const DEPENDS_ON_FAILED = {
  code: 'depends_on_failed',
  message: 'A take that it is made from did not complete.',
};

/** Finds the takes of a generation that can begin, skips those that never can, and completes the generation. */
@Injectable()
export class GenerationStepsService {
  constructor(
    private readonly rows: GenerationsRepository,
    private readonly takes: TakeChangesService,
    private readonly open: OpenGenerationsService,
    private readonly speech: SpeechRunsService,
    private readonly changes: StoryChangesService,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes speech wait again whose end was not written, because the process was killed for example.
   * @returns the takes that can begin now
   */
  async next(generation: GenerationRow): Promise<readonly FedTake[]> {
    for (;;) {
      const takes = await this.rows.fedTakes(generation.id);
      const lost = takes.filter((take) => isSpoken(take) && !this.speech.isRunning(take.id));
      if (lost.length > 0) {
        await this.speakAgain(generation, lost);
        continue;
      }
      const { skipped, ready, isDone } = nextSteps(takes);
      if (skipped.length > 0) {
        await this.skip(generation, skipped);
        continue;
      }
      if (isDone) {
        await this.complete(generation);
      }
      return ready;
    }
  }

  private async complete(generation: GenerationRow): Promise<void> {
    await this.changes.changeOwn(generation.project_id, (tx) => this.open.complete(tx, generation));
  }

  private async skip(generation: GenerationRow, skipped: readonly FedTake[]): Promise<void> {
    const status = 'skipped' as const;
    const end = { status, error: DEPENDS_ON_FAILED, finished_at: this.clock.timestamp() };
    await this.changes.changeOwn(generation.project_id, (tx) =>
      this.takes.changeWithoutJob(tx, generation.id, end, skipped),
    );
  }

  /** Lines that were spoken are cached. */
  private async speakAgain(generation: GenerationRow, lost: readonly FedTake[]): Promise<void> {
    await this.changes.changeOwn(generation.project_id, (tx) =>
      this.takes.changeWithoutJob(tx, generation.id, { status: 'waiting' }, lost),
    );
  }
}

const isSpoken = ({ kind, status }: FedTake): boolean => kind === 'speech' && status === 'running';
