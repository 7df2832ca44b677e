import { Injectable, Logger } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock/clock';
import { Slots } from '../../../platform/slots';
import { KeyHolders } from '../../agents/public/key-holders';
import { isUnexpected, refusalOf } from '../../generation/public/refusals';
import {
  isSpokenLater,
  SpeechBusy,
  type SpeechUnreachable,
} from '../../speech/public/speech-errors';
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
/** With the waits between them about five minutes. After that, the take fails with what the provider's last error says. */
const MAX_ROUNDS = 10;
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 60_000;

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
    private readonly clock: Clock,
  ) {}

  /**
   * Begins a waiting take, unless it has begun already. It is made with the rights that its owner has when its turn comes.
   * @param ended called when the take has ended
   */
  start({ id, generationId, ownerId }: TakeToSpeak, ended: () => void): void {
    if (this.runs.has(id)) return;
    const end = new AbortController();
    const done = this.untilEnded(ownerId, id, end.signal)
      .finally(() => this.runs.delete(id))
      // A failure is of the database: the next round of the feeder repeats the take.
      .then(ended, (error: unknown) => {
        if (!end.signal.aborted)
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

  /** While the provider is busy or can't be reached, the take waits without a slot, and its status stays as it is. */
  private async untilEnded(
    ownerId: string | null,
    takeId: string,
    signal: AbortSignal,
  ): Promise<void> {
    for (let round = 1; ; round += 1)
      try {
        const run = { isFirst: round === 1, isLast: round === MAX_ROUNDS, signal };
        await this.slots.run(() => this.run(ownerId, takeId, run), ownerId ?? '', signal);
        return;
      } catch (error) {
        if (!isSpokenLater(error)) throw error;
        if (round === 1)
          this.log.warn({ err: error, take: takeId }, 'a take of speech waits for its provider');
        await this.clock.sleep(waitMs(error, round), signal);
      }
  }

  private async run(ownerId: string | null, takeId: string, round: Round): Promise<void> {
    const take = await this.takes.byId(takeId);
    const caller = await this.holders.callerFor(ownerId);
    // The generations of a revoked key are cancelled.
    if (take?.status !== (round.isFirst ? 'waiting' : 'running') || !caller) return;
    const running = { ...take, status: 'running' as const };
    const isBegun = !round.isFirst || (await this.changes.changeOwn(take, { status: 'running' }));
    if (isBegun) await this.write(running, await this.speak(caller, running, round));
  }

  /** @throws the signal's reason, and before the last round errors of a provider that may speak the take later */
  private async speak(
    caller: Caller,
    take: TakeRow,
    { signal, isLast }: Round,
  ): Promise<SpokenTake> {
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
      if (!isLast && isSpokenLater(error)) throw error;
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

/** One of several attempts to make a take. */
interface Round {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly signal: AbortSignal;
}

/** As long as the provider asks for, and longer after each round. */
function waitMs(error: SpeechBusy | SpeechUnreachable, round: number): number {
  const asked = error instanceof SpeechBusy ? error.retryAfterMs : 0;
  return Math.max(asked, Math.min(FIRST_WAIT_MS * 2 ** (round - 1), MAX_WAIT_MS));
}

interface SpokenTake extends Pick<TakeRow, 'ingredients'> {
  readonly end: TakeEnd;
}
