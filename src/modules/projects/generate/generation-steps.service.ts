import { Injectable } from '@nestjs/common';
import type { GenerationRow } from '../records/generation.entity';
import { GenerationsRepository } from '../records/generations.repository';
import { StoryRepository } from '../records/story.repository';
import { TakeEndsService } from '../takes/take-ends.service';
import { TakesRepository } from '../records/takes.repository';
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
    private readonly story: StoryRepository,
    private readonly rows: GenerationsRepository,
    private readonly takes: TakesRepository,
    private readonly ends: TakeEndsService,
    private readonly open: OpenGenerationsService,
    private readonly speech: SpeechRunsService,
    private readonly changes: StoryChangesService,
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
        await this.rows.speakAgain(lost.map(({ id }) => id));
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
    await this.story.locked(generation.project_id, async () => {
      await this.open.complete(generation);
      await this.storeEvent(generation);
    });
  }

  private async skip(generation: GenerationRow, skipped: readonly FedTake[]): Promise<void> {
    await this.story.locked(generation.project_id, async (tx) => {
      for (const { id } of skipped) {
        const take = await this.takes.byId(id, tx);
        if (take) await this.ends.end(tx, take, { status: 'skipped', error: DEPENDS_ON_FAILED });
      }
      await this.storeEvent(generation);
    });
  }

  private async storeEvent({ project_id: id, owner_id }: GenerationRow): Promise<void> {
    await this.changes.store({ id, owner_id }, 'updated');
  }
}

const isSpoken = ({ kind, status }: FedTake): boolean => kind === 'speech' && status === 'running';
