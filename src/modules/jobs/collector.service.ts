import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock';
import { MediaIntake } from '../media/public/media-intake';
import { NodeBadAnswer } from '../providers/public/node-errors';
import { NodeAccess, type NodeOutput, type NodeResult } from '../providers/public/node-access';
import { collectionVerdict } from './collection-verdict';
import { JobLedger } from './job-ledger.service';
import type { JobOutputRow, JobPayloadRow } from './job-parts.entity';
import type { JobRow } from './job.entity';
import { JobsRepository } from './jobs.repository';

/** Jobs whose outputs are fetched at the same time, over all nodes. */
const AT_ONCE = 8;

/**
 * Brings what a job made into the catalogue, each output exactly once. The node's answer is in the job's row before
 * the first byte is fetched, so a kill at any instant only repeats what media recognises.
 */
@Injectable()
export class Collector {
  private readonly log = new Logger(Collector.name);
  private readonly waiting: string[] = [];
  private readonly known = new Set<string>();
  private readonly stopping = new AbortController();
  private busy = 0;

  constructor(
    private readonly jobs: JobsRepository,
    private readonly ledger: JobLedger,
    private readonly nodes: NodeAccess,
    private readonly media: MediaIntake,
    private readonly clock: Clock,
  ) {}

  /** Queues a job that is `collecting`; one that is queued already isn't queued twice. */
  collect(promptId: string): void {
    if (this.known.has(promptId)) return;
    this.known.add(promptId);
    this.waiting.push(promptId);
    this.next();
  }

  stop(): void {
    this.stopping.abort();
    this.waiting.length = 0;
  }

  private next(): void {
    while (this.busy < AT_ONCE) {
      const promptId = this.waiting.shift();
      if (promptId === undefined) return;
      this.busy += 1;
      void this.one(promptId)
        .catch((error: unknown) => {
          this.log.error(
            { err: error, prompt_id: promptId },
            'collecting broke off; a round repeats it',
          );
        })
        .finally(() => {
          this.busy -= 1;
          this.known.delete(promptId);
          this.next();
        });
    }
  }

  /** Tries until the job has ended or can't; between tries it keeps its place but not the wire. */
  private async one(promptId: string): Promise<void> {
    let badAnswers = 0;
    for (let all = 1; !this.stopping.signal.aborted; all += 1) {
      const rows: JobOutputRow[] = [];
      try {
        await this.attempt(promptId, rows);
        return;
      } catch (error) {
        if (error instanceof NodeBadAnswer) badAnswers += 1;
        const verdict = collectionVerdict(error, { all, badAnswers });
        if (verdict.kind === 'give_up') {
          await this.ledger.apply(promptId, { kind: 'give_up', error: verdict.error }, rows);
          return;
        }
        this.log.warn({ err: error, prompt_id: promptId }, 'outputs could not be fetched yet');
        await this.clock.sleep(verdict.pauseMs, this.stopping.signal).catch(() => undefined);
      }
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
    await this.ledger.apply(promptId, { kind: 'collected', result }, rows);
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
    const kept = await this.media.keepOutput(
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
