import { Injectable, Logger } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Slots } from '../../../platform/slots';
import { isUnexpected, refusalOf } from '../../generation/public/refusals';
import { StoryRepository } from '../records/story.repository';
import type { TakeRow } from '../records/take.entity';
import { ShotSpeechService } from '../speech/shot-speech.service';
import { speechIngredients } from '../takes/speech-ingredients';
import { type TakeEnd, TakeEndsService } from '../takes/take-ends.service';
import { TakesRepository } from '../records/takes.repository';

/** Shots that are spoken at once; one per owner. */
const MAX_SPEAKING = 4;

type RunningTake = Pick<TakeRow, 'id' | 'generation_id'>;

interface SpeechRun {
  readonly generationId: string | null;
  readonly end: AbortController;
  readonly done: Promise<void>;
}

/** Makes speech takes in the background. What a killed process was speaking is spoken again. */
@Injectable()
export class SpeechRunsService {
  private readonly log = new Logger(SpeechRunsService.name);
  private readonly slots = new Slots(MAX_SPEAKING, { perOwner: 1 });
  /** By take. */
  private readonly runs = new Map<string, SpeechRun>();

  constructor(
    private readonly story: StoryRepository,
    private readonly takes: TakesRepository,
    private readonly ends: TakeEndsService,
    private readonly speech: ShotSpeechService,
  ) {}

  /**
   * Begins a take that waits, unless it has begun already.
   * @param ended called when it has ended
   */
  start(caller: Caller, { id, generation_id: generationId }: RunningTake, ended: () => void): void {
    if (this.runs.has(id)) return;
    const end = new AbortController();
    const run = this.slots.run(
      () => this.run(caller, id, end.signal),
      caller.ownerId ?? '',
      end.signal,
    );
    const done = run
      .catch((error: unknown) => {
        if (!end.signal.aborted)
          this.log.error({ err: error, take: id }, 'a take of speech failed');
      })
      .finally(() => {
        this.runs.delete(id);
        ended();
      });
    this.runs.set(id, { generationId, end, done });
  }

  /** Ends the speech of a cancelled generation. */
  cancel(generationId: string): void {
    for (const { generationId: id, end } of this.runs.values())
      if (id === generationId) end.abort(new Error('the generation was cancelled'));
  }

  /** Resolves when nothing is spoken any more; the takes begin again with the next process. */
  async stop(): Promise<void> {
    const runs = [...this.runs.values()];
    for (const { end } of runs) end.abort(new Error('the service stops'));
    await Promise.all(runs.map(({ done }) => done));
  }

  private async run(caller: Caller, takeId: string, signal: AbortSignal): Promise<void> {
    const take = await this.takes.byId(takeId);
    if (take?.status !== 'waiting') return;
    const running = { ...take, status: 'running' as const };
    const isBegun = await this.story.locked(take.project_id, (tx) =>
      this.takes.change(tx, take, { status: 'running' }),
    );
    if (isBegun) await this.write(running, await this.speak(caller, running, signal));
  }

  /** @throws the signal's reason */
  private async speak(caller: Caller, take: TakeRow, signal: AbortSignal): Promise<SpokenTake> {
    try {
      const project = await this.story.projectById(take.project_id);
      const shot = await this.story.shotById(take.shot_id);
      if (!project || !shot) return { end: failed(GONE), ingredients: {} };
      const lines = await this.speech.plan(caller, { project, shot });
      const spoken = await this.speech.make(caller, lines, { project, shot }, signal);
      const voices = Object.fromEntries(lines.map(({ speaker, voice }) => [speaker, voice]));
      return { end: spoken, ingredients: speechIngredients(shot, voices) };
    } catch (error) {
      signal.throwIfAborted();
      if (isUnexpected(error)) this.log.error({ err: error, take: take.id }, 'speech failed');
      return { end: failed(refusalOf(error)), ingredients: {} };
    }
  }

  private async write(take: TakeRow, { end, ingredients }: SpokenTake): Promise<void> {
    await this.story.locked(take.project_id, async (tx) => {
      if (await this.ends.end(tx, take, end)) await this.takes.update(tx, take.id, { ingredients });
    });
  }
}

interface SpokenTake extends Pick<TakeRow, 'ingredients'> {
  readonly end: TakeEnd;
}

const GONE = { code: 'shot_not_found', message: 'The shot was deleted.' };
const failed = (error: NonNullable<TakeRow['error']>): TakeEnd => ({ status: 'failed', error });
