import { Injectable, Logger } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Slots } from '../../../platform/slots';
import { KeyHolders } from '../../agents/public/key-holders';
import { isUnexpected, refusalOf } from '../../generation/public/refusals';
import { isSpokenLater } from '../../speech/public/speech-errors';
import { StoryRepository } from '../records/story.repository';
import type { TakeRow } from '../records/take.entity';
import { ShotSpeechService } from '../speech/shot-speech.service';
import { speechIngredients } from '../takes/speech-ingredients';
import { TakeChangesService } from '../takes/take-changes.service';
import {
  failedTake,
  SHOT_DELETED,
  type TakeEnd,
  TakeEndsService,
} from '../takes/take-ends.service';
import { TakesRepository } from '../records/takes.repository';

/** Takes of speech that are made at once, at most one per owner. */
const MAX_SPEAKING = 4;

export interface TakeToSpeak {
  readonly id: string;
  readonly generationId: string;
  readonly ownerId: string | null;
}

interface SpeechRun {
  readonly generationId: string;
  readonly end: AbortController;
  readonly done: Promise<void>;
}

/** Makes takes of speech in the background. Takes that a killed process was making are made again. */
@Injectable()
export class SpeechRunsService {
  private readonly log = new Logger(SpeechRunsService.name);
  private readonly slots = new Slots(MAX_SPEAKING, { perOwner: 1 });
  /** By take. */
  private readonly runs = new Map<string, SpeechRun>();

  constructor(
    private readonly story: StoryRepository,
    private readonly takes: TakesRepository,
    private readonly changes: TakeChangesService,
    private readonly ends: TakeEndsService,
    private readonly speech: ShotSpeechService,
    private readonly holders: KeyHolders,
  ) {}

  /**
   * Begins a waiting take, unless it has begun already. It is made with the rights that its owner has when its turn comes.
   * @param ended called when the take has ended
   */
  start({ id, generationId, ownerId }: TakeToSpeak, ended: () => void): void {
    if (this.runs.has(id)) return;
    const end = new AbortController();
    const run = this.slots.run(() => this.run(ownerId, id, end.signal), ownerId ?? '', end.signal);
    const done = run
      .finally(() => this.runs.delete(id))
      // The next round of the feeder repeats the take. Other failures are of the database.
      .then(ended, (error: unknown) => {
        if (!end.signal.aborted && !isSpokenLater(error))
          this.log.error({ err: error, take: id }, 'a take of speech failed');
      });
    this.runs.set(id, { generationId, end, done });
  }

  /** Whether a take has begun in this process and has not ended. */
  isRunning(id: string): boolean {
    return this.runs.has(id);
  }

  /** Aborts the takes of a cancelled generation. */
  cancel(generationId: string): void {
    for (const { generationId: id, end } of this.runs.values())
      if (id === generationId) end.abort(new Error('the generation was cancelled'));
  }

  /** Aborts deleted takes. */
  cancelTakes(ids: readonly string[]): void {
    for (const id of ids) this.runs.get(id)?.end.abort(new Error('the take was deleted'));
  }

  /** Aborts all takes; resolves when they have ended. The next process makes them again. */
  async stop(): Promise<void> {
    const runs = [...this.runs.values()];
    for (const { end } of runs) end.abort(new Error('the service stops'));
    await Promise.all(runs.map(({ done }) => done));
  }

  private async run(ownerId: string | null, takeId: string, signal: AbortSignal): Promise<void> {
    const take = await this.takes.byId(takeId);
    const caller = await this.holders.callerFor(ownerId);
    // The generations of a revoked key are cancelled.
    if (take?.status !== 'waiting' || !caller) return;
    const running = { ...take, status: 'running' as const };
    const isBegun = await this.changes.changeOwn(take, { status: 'running' });
    if (isBegun) await this.write(running, await this.speak(caller, running, signal));
  }

  /** @throws the signal's reason, and errors of a provider that may speak the take later */
  private async speak(caller: Caller, take: TakeRow, signal: AbortSignal): Promise<SpokenTake> {
    try {
      const project = await this.story.projectById(take.project_id);
      const shot = await this.story.shotById(take.shot_id);
      if (!project || !shot) return { end: failedTake(SHOT_DELETED), ingredients: {} };
      const lines = await this.speech.plan(caller, { project, shot });
      const spoken = await this.speech.make(caller, lines, { project, shot }, signal);
      const voices = Object.fromEntries(lines.map(({ speaker, voice }) => [speaker, voice]));
      return { end: spoken, ingredients: speechIngredients(shot, voices) };
    } catch (error) {
      signal.throwIfAborted();
      if (isSpokenLater(error)) throw error;
      if (isUnexpected(error)) this.log.error({ err: error, take: take.id }, 'speech failed');
      return { end: failedTake(refusalOf(error)), ingredients: {} };
    }
  }

  /** Fails the take if its result can't be stored. If that can't be stored either, the take begins again later. */
  private async write(take: TakeRow, spoken: SpokenTake): Promise<void> {
    try {
      await this.store(take, spoken);
    } catch (error) {
      this.log.error({ err: error, take: take.id }, 'the end of a take of speech was not written');
      await this.store(take, { end: failedTake(refusalOf(error)), ingredients: {} });
    }
  }

  private async store(take: TakeRow, { end, ingredients }: SpokenTake): Promise<void> {
    await this.ends.endOwn(take, end, ingredients);
  }
}

interface SpokenTake extends Pick<TakeRow, 'ingredients'> {
  readonly end: TakeEnd;
}
