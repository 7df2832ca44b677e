import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { boundedCache } from '../../../platform/bounded-cache';
import type { JobInput } from '../public/job-queue';
import { isFinal } from '../tracking/job-state';
import type { JobOutputRow, JobPayloadRow, JobRow } from './job.entity';

/** A job that has ended, with its outputs. */
export interface EndedJob {
  readonly job: JobRow;
  readonly outputs: readonly JobOutputRow[];
}

const MAX_CHARACTERS = 8 * 1024 * 1024;
/** Jobs whose inputs are cached. */
const MAX_INPUTS = 2_000;

/** The media files that the inputs of a job are taken from. */
export const mediaInputs = ({ inputs }: Pick<JobPayloadRow, 'inputs'>): readonly JobInput[] =>
  inputs.flatMap(({ used_by: uses = [] }) => uses);

/** Any column of a row may be long: what callers send is in several of them. */
const charactersOf = (cached: JobRow | JobPayloadRow | EndedJob): number =>
  JSON.stringify(cached).length;

const newCache = <T extends JobRow | JobPayloadRow | EndedJob>(): LRUCache<string, T> =>
  new LRUCache<string, T>({ maxSize: MAX_CHARACTERS, sizeCalculation: charactersOf });

/**
 * Job rows in memory, so that polling a job costs no statement. This process is the only writer (one server per
 * database): open jobs are cached as it last committed them, ended jobs never change.
 */
@Injectable()
export class JobCache {
  private readonly open = newCache<JobRow>();
  private readonly ended = newCache<EndedJob>();
  private readonly payloads = newCache<JobPayloadRow>();
  private readonly inputsOf = boundedCache<readonly JobInput[]>(MAX_INPUTS);
  /** Nodes that no job waits for. */
  private readonly idleNodes = new Set<string>();
  private version = 0;

  /** Increases with every change of a job; jobs that have ended don't change. */
  get revision(): number {
    return this.version;
  }

  openJob(promptId: string): JobRow | undefined {
    return this.open.get(promptId);
  }

  /** An open job or one that has ended. */
  job(promptId: string): JobRow | undefined {
    return this.open.get(promptId) ?? this.ended.get(promptId)?.job;
  }

  /** The payload of an open job. */
  payload(promptId: string): JobPayloadRow | undefined {
    return this.payloads.get(promptId);
  }

  /** The media files that a job is made from, which never change. */
  inputs(promptId: string): readonly JobInput[] | undefined {
    return this.inputsOf.get(promptId);
  }

  setInputs(promptId: string, inputs: readonly JobInput[]): void {
    this.inputsOf.set(promptId, inputs);
  }

  /** As {@link setOpen}, for a new job. */
  setNew(job: JobRow, payload: JobPayloadRow): void {
    this.setOpen(job);
    this.payloads.set(job.prompt_id, payload);
    this.setInputs(job.prompt_id, mediaInputs(payload));
  }

  endedJob(promptId: string): EndedJob | undefined {
    return this.ended.get(promptId);
  }

  /** Call it when the row's transaction has committed (`WriteGate.afterCommit`), in the order of the commits. */
  setOpen(job: JobRow, payloadChange: Partial<JobPayloadRow> = {}): void {
    this.version += 1;
    const { prompt_id: promptId, phase, provider } = job;
    if (phase === 'waiting') this.idleNodes.delete(provider);
    const payload = this.payloads.get(promptId);
    if (phase === 'done') {
      this.open.delete(promptId);
      this.payloads.delete(promptId);
    } else {
      this.open.set(promptId, job);
      if (payload && Object.keys(payloadChange).length > 0)
        this.payloads.set(promptId, { ...payload, ...payloadChange });
    }
  }

  /** Ignores jobs that are not over yet, for their caller or for their node. */
  setEnded(job: JobRow, outputs: readonly JobOutputRow[]): void {
    if (isFinal(job.status) && job.phase === 'done') {
      this.ended.set(job.prompt_id, { job, outputs });
    }
  }

  /** Call it after a change that failed, and after one whose resulting row is unknown. */
  invalidate(promptId: string): void {
    this.version += 1;
    this.open.delete(promptId);
    this.payloads.delete(promptId);
    this.idleNodes.clear();
  }

  /**
   * The next job of a node. `read` answers `undefined` if no job waits for the node, and `null` if jobs wait but none is
   * due. It is not called again until a job waits.
   */
  async nextOf(
    provider: string,
    read: () => Promise<string | null | undefined>,
  ): Promise<string | null> {
    if (this.idleNodes.has(provider)) return null;
    const { version } = this;
    const next = await read();
    if (next === undefined && version === this.version) this.idleNodes.add(provider);
    return next ?? null;
  }

  /** Caches the result of `read` until an open job changes. */
  untilChanged<T>(read: () => Promise<T>): () => Promise<T> {
    let cached: { readonly version: number; readonly value: T } | undefined;
    return async () => {
      const { version } = this;
      if (cached?.version !== version) cached = { version, value: await read() };
      return cached.value;
    };
  }
}
