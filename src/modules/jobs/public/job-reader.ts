import type { Caller } from '../../../platform/access/caller';
import { codedError } from '../../../platform/errors/app-error';
import type { JobsAhead } from './jobs-ahead';

/** A job as generation needs it for a rerun. */
export interface StoredRequest {
  /** Internal id of the job's owner. */
  readonly ownerId: string | null;
  readonly kind: 'image' | 'video';
  readonly mode: string;
  readonly request: Readonly<Record<string, unknown>>;
  /** The resolved settings of the plan, as the job's provenance has them. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Names of the model files that the job's graph loads. */
  readonly models: readonly string[];
  readonly loras: readonly string[];
}

/** What other modules read of jobs. */
export abstract class JobReader {
  /** The request behind a job that the caller may see; `null` otherwise. */
  abstract storedRequest(caller: Caller, promptId: string): Promise<StoredRequest | null>;
  /**
   * Per provider, the jobs that at most would end before a new one of this caller, by the turns of the owners. Nodes
   * without any are left out. Never waits for a node.
   */
  abstract ahead(caller: Caller): Promise<ReadonlyMap<string, JobsAhead>>;
  /** Queued and running jobs of the caller's account, which `max_concurrent_jobs` limits; 0 without an account. */
  abstract countUnfinished(caller: Caller): Promise<number>;
  /** Those of a node's prompts that are jobs which the caller may see: we submit jobs under their own prompt_id. */
  abstract ownPrompts(caller: Caller, promptIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The same answer for a job that doesn't exist and for one of another owner. */
export class JobNotFound extends codedError({
  code: 'job_not_found',
  status: 404,
  meaning: 'There is no such job, or it is not yours. GET /api/jobs lists yours.',
}) {
  constructor() {
    super('There is no job with this prompt_id.', { hint: 'GET /api/jobs' });
  }
}
