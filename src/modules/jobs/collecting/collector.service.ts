import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock/clock';
import { Slots } from '../../../platform/slots';
import { MediaIntake } from '../../media/public/media-intake';
import { NodeBadAnswer } from '../../providers/public/node-errors';
import { NodeAccess, type NodeOutput, type NodeResult } from '../../providers/public/node-access';
import { collectionVerdict } from './collection-retry';
import { JobStateService } from '../tracking/job-state.service';
import type { JobOutputRow, JobPayloadRow, JobRow } from '../records/job.entity';
import { JobsRepository } from '../records/jobs.repository';

/** Jobs of one node whose outputs are fetched at the same time: a node that hangs delays its own jobs only. */
const AT_ONCE = 4;

/** How long the end of the service waits for outputs on the way. Milliseconds. */
const LAST_WAIT_MS = 5_000;

/**
 * Brings what a job made into the catalogue, each output exactly once. The node's answer is in the job's row before
 * the first byte is fetched, so a kill at any instant only repeats what media recognises.
 */
@Injectable()
export class CollectorService {
  private readonly log = new Logger(CollectorService.name);
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly slots = new Map<string, Slots>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly jobs: JobsRepository,
    private readonly state: JobStateService,
    private readonly nodes: NodeAccess,
    private readonly media: MediaIntake,
    private readonly clock: Clock,
  ) {}

  /** Queues a job that is `collecting`; one that is queued already isn't queued twice. */
  collect({ prompt_id: promptId, provider }: Pick<JobRow, 'prompt_id' | 'provider'>): void {
    if (this.underWay.has(promptId)) return;
    const done = this.untilDone(promptId, this.slotsOf(provider))
      .catch((error: unknown) => {
        this.log.error(
          { err: error, prompt_id: promptId },
          'collecting broke off; a round repeats it',
        );
      })
      .finally(() => this.underWay.delete(promptId));
    this.underWay.set(promptId, done);
  }

  /** Lets what is being fetched arrive, but not for long: the next start fetches it again. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.race([Promise.all(this.underWay.values()), this.clock.sleep(LAST_WAIT_MS)]);
  }

  private slotsOf(provider: string): Slots {
    const slots = this.slots.get(provider) ?? new Slots(AT_ONCE);
    this.slots.set(provider, slots);
    return slots;
  }

  /** Tries until the job has ended or can't; between tries it takes no slot. */
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
      const verdict = collectionVerdict(error, tries);
      if (verdict.kind === 'give_up') {
        await this.state.apply(
          promptId,
          { kind: 'give_up', error: verdict.error },
          { outputs: rows },
        );
        return null;
      }
      this.log.warn({ err: error, prompt_id: promptId }, 'outputs could not be fetched yet');
      return verdict.pauseMs;
    }
  }

  /** Fetches what the row says; a job that has ended meanwhile has nothing to fetch. */
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
      return { ...NOTHING, type: 'text', filename: title, text: output.text };
    }
    const kept = await this.media.storeOutput(
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
    if (!kept) return null;
    const { path, type, width, height, duration } = kept;
    return { type, filename: path, path, text: null, width, height, duration };
  }
}

const NOTHING = { path: null, text: null, width: null, height: null, duration: null };
