import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { Slots } from '../../../platform/slots';
import { MediaIntake } from '../../media/public/media-intake';
import { NodeBadAnswer } from '../../providers/public/node-errors';
import { NodeAccess, type NodeOutput, type NodeResult } from '../../providers/public/node-access';
import { nextStep } from './collection-retry';
import { JobStateService } from '../tracking/job-state.service';
import type { JobOutputRow, JobPayloadRow, JobRow } from '../records/job.entity';
import { JobsRepository } from '../records/jobs.repository';

/** Per node, so that a node that hangs delays only its own jobs. */
const MAX_PARALLEL_JOBS_PER_NODE = 4;

/** How long a stop waits for downloads in progress. */
const STOP_TIMEOUT_MS = 5_000;

/**
 * Downloads the outputs of a job into the catalogue, each exactly once. The node's answer is in the job's payload before
 * the first byte is fetched, and media recognises an output that is fetched again after a kill.
 */
@Injectable()
export class CollectorService {
  private readonly log = new Logger(CollectorService.name);
  private readonly inProgress = new Map<string, Promise<void>>();
  private readonly slots = new Map<string, Slots>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly jobs: JobsRepository,
    private readonly state: JobStateService,
    private readonly nodes: NodeAccess,
    private readonly media: MediaIntake,
    private readonly clock: Clock,
  ) {}

  /** Collects every job that is `collecting`, and fails those that are overdue. */
  async collectAll(): Promise<void> {
    const load = await this.jobs.load();
    if (!load.some(({ phase }) => phase === 'collecting')) return;
    for (const job of await this.jobs.inPhases(['collecting'])) {
      if (!(await this.state.failIfOverdue(job))) this.collect(job);
    }
  }

  /** Queues a job that is `collecting`, unless it is queued already. */
  collect({ prompt_id: promptId, provider }: Pick<JobRow, 'prompt_id' | 'provider'>): void {
    if (this.inProgress.has(promptId)) return;
    const done = this.untilDone(promptId, this.slotsOf(provider))
      .catch((error: unknown) => {
        this.log.error(
          { err: error, prompt_id: promptId },
          'collecting failed; the next round repeats it',
        );
      })
      .finally(() => this.inProgress.delete(promptId));
    this.inProgress.set(promptId, done);
  }

  /** Waits a short time for downloads in progress; the next start repeats what isn't complete. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.race([Promise.all(this.inProgress.values()), this.clock.sleep(STOP_TIMEOUT_MS)]);
  }

  private slotsOf(provider: string): Slots {
    const slots = this.slots.get(provider) ?? new Slots(MAX_PARALLEL_JOBS_PER_NODE);
    this.slots.set(provider, slots);
    return slots;
  }

  /** Tries until the job has ended or the service stops; takes no slot between attempts. */
  private async untilDone(promptId: string, slots: Slots): Promise<void> {
    const tries = { all: 0, badAnswers: 0 };
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const pauseMs = await slots.run(() => this.tryOnce(promptId, tries));
      if (pauseMs === null) return;
      await this.clock.sleep(pauseMs, signal).catch(() => undefined);
    }
  }

  /** @returns how long to wait for the next try; `null` when there needs to be none */
  private async tryOnce(
    promptId: string,
    tries: { all: number; badAnswers: number },
  ): Promise<number | null> {
    if (this.stopping.signal.aborted) return null;
    const rows: JobOutputRow[] = [];
    try {
      await this.attempt(promptId, rows);
      return null;
    } catch (error) {
      tries.all += 1;
      if (error instanceof NodeBadAnswer) tries.badAnswers += 1;
      const next = nextStep(error, tries);
      if (next.kind === 'give_up') {
        const event = { kind: 'give_up', error: next.error } as const;
        await this.state.apply(promptId, event, { outputs: rows });
        return null;
      }
      this.log.warn({ err: error, prompt_id: promptId }, 'outputs could not be fetched yet');
      return next.pauseMs;
    }
  }

  private async attempt(promptId: string, rows: JobOutputRow[]): Promise<void> {
    const job = await this.jobs.find(promptId);
    if (job?.phase !== 'collecting') return;
    const payload = await this.jobs.payload(promptId);
    const { result } = payload;
    if (!result) throw new Error('a collecting job has no result');
    await this.fetchAll(job, payload, result, rows);
    await this.state.apply(promptId, { kind: 'collected', result }, { outputs: rows });
  }

  private async fetchAll(
    job: JobRow,
    payload: JobPayloadRow,
    result: NodeResult,
    rows: JobOutputRow[],
  ): Promise<void> {
    for (const [position, output] of result.outputs.entries()) {
      const row = await this.fetch(job, output, payload);
      if (row) rows.push({ ...row, prompt_id: job.prompt_id, position });
    }
  }

  private async fetch(
    job: JobRow,
    output: NodeOutput,
    payload: JobPayloadRow,
  ): Promise<Omit<JobOutputRow, 'prompt_id' | 'position'> | null> {
    if (output.kind === 'text') {
      const title = payload.graph[output.nodeId]?._meta?.title ?? output.nodeId;
      return { ...NO_MEDIA, type: 'text', filename: title, text: output.text };
    }
    const stored = await this.media.storeOutput(
      {
        promptId: job.prompt_id,
        nodeId: output.nodeId,
        index: output.index,
        ownerId: job.owner_id,
        filename: output.filename,
        namePrefix: job.name_prefix,
        labels: {
          workflow: job.workflow,
          provider: job.provider,
          prompt: job.prompt,
          project: job.project,
          characters: job.characters,
          description: job.description,
        },
      },
      async () => (await this.nodes.download(job.provider, output)).stream,
    );
    if (!stored) return null;
    const { path, type, width, height, duration } = stored;
    return { type, filename: path, path, text: null, width, height, duration };
  }
}

const NO_MEDIA = { path: null, text: null, width: null, height: null, duration: null };
