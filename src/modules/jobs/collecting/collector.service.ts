import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { Slots } from '../../../platform/slots';
import type { NodeResult } from '../../providers/public/node-access';
import { NodeBadAnswer } from '../../providers/public/node-errors';
import type { JobPayloadRow, JobRow } from '../records/job.entity';
import { JobsRepository } from '../records/jobs.repository';
import { JobStateService } from '../tracking/job-state.service';
import { OutputCollection } from './output-collection';
import { pauseAfter } from './output-failure';
import { orderedOutputs } from './output-order';
import { OutputStoreService } from './output-store.service';

/** Per node, so that a node that hangs delays only its own jobs. */
const MAX_PARALLEL_JOBS_PER_NODE = 4;

/** How long a stop waits for downloads in progress. */
const STOP_TIMEOUT_MS = 5_000;

interface RunningCollection {
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/**
 * Collects the outputs of jobs into the catalogue, each exactly once. The node's answer is in the job's payload before
 * the first byte is fetched, and media recognises an output that is fetched again after a kill.
 */
@Injectable()
export class CollectorService implements OnModuleInit {
  private readonly log = new Logger(CollectorService.name);
  private readonly collections = new Map<string, RunningCollection>();
  private readonly slots = new Map<string, Slots>();
  private isStopping = false;

  constructor(
    private readonly jobs: JobsRepository,
    private readonly state: JobStateService,
    private readonly outputs: OutputStoreService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.state.changes.subscribe(({ job }) => {
      if (job.phase !== 'collecting') this.collections.get(job.prompt_id)?.abort.abort();
    });
  }

  /** Collects every job that is `collecting`, and fails those that are overdue. */
  async collectAll(): Promise<void> {
    const load = await this.jobs.load();
    if (!load.some(({ phase }) => phase === 'collecting')) return;
    for (const job of await this.jobs.inPhases(['collecting'])) {
      if (!(await this.state.failIfOverdue(job))) this.collect(job);
    }
  }

  /** Queues a job that is `collecting`, unless it is queued already. @param hasJustEnded on its node */
  collect(
    { prompt_id: promptId, provider }: Pick<JobRow, 'prompt_id' | 'provider'>,
    hasJustEnded = false,
  ): void {
    if (this.isStopping || this.collections.has(promptId)) return;
    const collection = new OutputCollection(promptId, hasJustEnded);
    const done = this.untilDone(collection, this.slotsOf(provider)).finally(() =>
      this.collections.delete(promptId),
    );
    this.collections.set(promptId, { abort: collection.abort, done });
  }

  /** Waits a short time for downloads in progress; the next start repeats what isn't complete. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const running = [...this.collections.values()];
    for (const { abort } of running) abort.abort();
    const all = Promise.all(running.map(({ done }) => done));
    await Promise.race([all, this.clock.sleep(STOP_TIMEOUT_MS)]);
  }

  private slotsOf(provider: string): Slots {
    const slots = this.slots.get(provider) ?? new Slots(MAX_PARALLEL_JOBS_PER_NODE);
    this.slots.set(provider, slots);
    return slots;
  }

  /** Tries until the job has ended or the service stops; takes no slot between rounds. */
  private async untilDone(collection: OutputCollection, slots: Slots): Promise<void> {
    const { promptId, abort } = collection;
    for (let failedRounds = 1; !collection.isAborted(); failedRounds += 1) {
      try {
        await slots.run(() => this.round(collection));
        return;
      } catch (error) {
        this.log.warn({ err: error, prompt_id: promptId }, 'outputs could not be fetched yet');
      }
      collection.isFirstTry = false;
      await this.clock.pause(pauseAfter(failedRounds), abort.signal);
    }
  }

  /** Collects what isn't settled yet, and ends the job. @throws the reason why another round is needed */
  private async round(collection: OutputCollection): Promise<void> {
    const { promptId } = collection;
    const job = await this.jobs.find(promptId);
    if (job?.phase !== 'collecting') return;
    const payload = await this.jobs.payload(promptId);
    const { result } = payload;
    if (!result) throw new Error('a collecting job has no result');
    const failure = await this.collectPending(collection, job, { ...payload, result });
    if (collection.isAborted()) return;
    if (failure !== null) throw failure;
    await this.state.apply(promptId, {
      kind: 'collected',
      result,
      failures: [...collection.failures],
      kept: collection.kept,
    });
  }

  /** @returns the last error that lets an output stay pending; `null` when all are settled */
  private async collectPending(
    collection: OutputCollection,
    job: JobRow,
    payload: CollectedPayload,
  ): Promise<Error | null> {
    const outputs = orderedOutputs(payload.result.outputs);
    let failure: Error | null = null;
    for (const output of outputs.filter((one) => collection.isPending(one))) {
      if (collection.isAborted()) return null;
      try {
        await this.outputs.store(job, payload, output, collection);
        collection.settle(output);
      } catch (error) {
        if (collection.isAborted() || collection.giveUp(error, output)) continue;
        failure = error as Error;
        // Other files of this node can arrive; nothing can while the node is away or the disk is full.
        if (!(error instanceof NodeBadAnswer)) return failure;
      }
    }
    return failure;
  }
}

type CollectedPayload = JobPayloadRow & { readonly result: NodeResult };
