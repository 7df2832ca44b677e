import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import type { Transaction } from '../../../platform/database/write-gate';
import type { TakeRow } from '../records/take.entity';
import { MediaReader } from '../../media/public/media-reader';
import { StoryRepository } from '../records/story.repository';
import { StoryChangesService } from '../tree/story-changes.service';
import { replacesSelection } from './selection';
import { TakeChangesService } from './take-changes.service';
import { TakesRepository } from '../records/takes.repository';

export type TakeEnd =
  | (Pick<TakeRow, 'path' | 'duration'> & Partial<Pick<TakeRow, 'line_seconds'>>)
  | { readonly status: 'failed' | 'cancelled' | 'skipped'; readonly error: TakeRow['error'] };

/** The end of a take that failed. */
export const failedTake = (error: NonNullable<TakeRow['error']>): TakeEnd => ({
  status: 'failed',
  error,
});

/** The error of a take whose shot was deleted. */
export const SHOT_DELETED = { code: 'shot_not_found', message: 'The shot was deleted.' };

/** Ends takes, and selects those that completed. */
@Injectable()
export class TakeEndsService {
  constructor(
    private readonly story: StoryRepository,
    private readonly takes: TakesRepository,
    private readonly changes: TakeChangesService,
    private readonly projects: StoryChangesService,
    private readonly media: MediaReader,
    private readonly clock: Clock,
  ) {}

  /** Call it in a transaction that has locked the project. @returns false if the take's status has changed since it was read */
  async end(tx: Transaction, take: TakeRow, end: TakeEnd): Promise<boolean> {
    const at = this.clock.timestamp();
    const ended =
      'path' in end
        ? { ...end, status: 'completed' as const }
        : { status: end.status, error: end.error };
    if (!(await this.changes.change(tx, take, { ...ended, finished_at: at }))) return false;
    if ('path' in end) await this.select(tx, { ...take, ...end }, at);
    return true;
  }

  /** Ends a take with its project locked, and stores the project's event. `ingredients`: what it was made from. */
  endOwn(take: TakeRow, end: TakeEnd, ingredients?: TakeRow['ingredients']): Promise<boolean> {
    return this.projects.changeOwn(take.project_id, async (tx) => {
      const isEnded = await this.end(tx, take, end);
      if (isEnded && ingredients) await this.takes.update(tx, take.id, { ingredients });
      return isEnded;
    });
  }

  private async select(tx: Transaction, take: TakeRow, at: string): Promise<void> {
    const shot = await this.story.shotById(take.shot_id, tx);
    if (!shot || shot.locked) return;
    const selectedId = shot[`${take.kind}_take`];
    const selected = selectedId === null ? null : await this.takes.byId(selectedId, tx);
    const path = await this.present(shot[take.kind]);
    if (replacesSelection(take, { path, take: selected })) await this.takes.select(tx, take, at);
  }

  /** `null` for a file that was deleted or is in the trash. */
  private async present(path: string | null): Promise<string | null> {
    return path !== null && (await this.media.ownersOf([path])).has(path) ? path : null;
  }
}
