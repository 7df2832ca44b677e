import { Injectable } from '@nestjs/common';
import { Subscription } from 'rxjs';
import type { Caller } from '../../../platform/access/caller';
import { Clock } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { OwnerPasses } from '../../../platform/owner-passes';
import { AgentChanges } from '../../agents/public/agent-changes';
import { BatchJobs } from '../../jobs/public/batch-jobs';
import { GenerationFeeding } from '../public/generation-feeding';
import type { GenerationRow } from '../records/generation.entity';
import { GenerationStepsService } from './generation-steps.service';
import { GenerationTakesService } from './generation-takes.service';
import { OpenGenerationsService } from './open-generations.service';
import { SpeechRunsService } from './speech-runs.service';

/**
 * Begins the takes of generations whose sources exist, a few jobs of each owner at a time. All state is stored, so that a
 * new process continues where the last one stopped. An owner's generations take turns.
 */
@Injectable()
export class GenerationFeederService implements GenerationFeeding {
  private readonly subscriptions = new Subscription();
  private readonly passes: OwnerPasses;
  /** By owner, the generation that got the last job. */
  private readonly lastFed = new Map<string | null, string>();

  constructor(
    private readonly open: OpenGenerationsService,
    private readonly steps: GenerationStepsService,
    private readonly takes: GenerationTakesService,
    private readonly speech: SpeechRunsService,
    private readonly jobs: BatchJobs,
    private readonly agentChanges: AgentChanges,
    private readonly config: ConfigService,
    clock: Clock,
  ) {
    const work = {
      owners: () => this.open.owners(),
      pass: (ownerId: string | null, signal: AbortSignal) => this.feed(ownerId, signal),
      interval: () => this.config.current().jobs.poll_interval_ms,
    };
    this.passes = new OwnerPasses(GenerationFeederService.name, work, clock);
  }

  start(): void {
    this.subscriptions.add(
      this.agentChanges.stream.subscribe(({ ownerId, what }) => {
        if (what === 'rights') this.wake(ownerId);
      }),
    );
    this.passes.start();
  }

  async stop(): Promise<void> {
    this.subscriptions.unsubscribe();
    await this.passes.stop();
    await this.speech.stop();
  }

  wake(ownerId: string | null): void {
    this.passes.wake(ownerId);
  }

  /** One job of each generation in turn, until nothing more can begin. */
  private async feed(ownerId: string | null, signal: AbortSignal): Promise<void> {
    for (let isFed = true; isFed && !signal.aborted;) {
      isFed = false;
      const running = await this.open.running(ownerId);
      const caller = running.length === 0 ? null : await this.open.callerOrEnd(ownerId);
      if (!caller) return;
      for (const generation of this.inTurn(ownerId, running))
        if (await this.feedOne(caller, generation, signal)) isFed = true;
    }
  }

  /** @returns whether a take has become a job or was refused */
  private async feedOne(
    caller: Caller,
    generation: GenerationRow,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { owner_id: ownerId } = generation;
    const ready = await this.steps.next(generation);
    for (const { id } of ready.filter(({ kind }) => kind === 'speech'))
      this.speech.start({ id, generationId: generation.id, ownerId }, () => this.wake(ownerId));
    const next = ready.find(({ kind }) => kind !== 'speech');
    if (!next || signal.aborted || (await this.jobs.isFull(caller))) return false;
    this.lastFed.set(ownerId, generation.id);
    return this.takes.submit(caller, next.id, signal);
  }

  /** Starts with the generation after the one that had the last turn. */
  private inTurn(
    ownerId: string | null,
    running: readonly GenerationRow[],
  ): readonly GenerationRow[] {
    const last = running.findIndex(({ id }) => id === this.lastFed.get(ownerId));
    return [...running.slice(last + 1), ...running.slice(0, last + 1)];
  }
}
