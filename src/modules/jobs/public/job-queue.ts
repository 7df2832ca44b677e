import type { Caller } from '../../../platform/access/caller';
import type { Transaction } from '../../../platform/database/write-gate';
import type { OutputLabels } from '../../media/public/media-intake';
import type { ComfyGraph } from '../../providers/public/comfy-types';
import type { JobsAhead } from './jobs-ahead';

/** An input file that must lie on the node before the hand-over. Content-addressed: staging again is harmless. */
export interface StagedInput {
  readonly sha256: string;
  /** Whose copy goes: internal id. */
  readonly owner_id: string | null;
  readonly size: number;
  /** Folder and name in the node's input folder; the graph already names them so. */
  readonly subfolder: string;
  readonly filename: string;
}

/** A checked plan, ready to become a job. Everything here is opaque to jobs but the graph and the node. */
export interface NewJob {
  /** A UUID we mint. */
  readonly promptId: string;
  readonly kind: 'image' | 'video';
  readonly workflow: string;
  /** What makes its time comparable with others': `workflows/public/run-class.ts`. */
  readonly runClass: string;
  readonly mode: string;
  /** The node to run on, and whether the caller left the choice to us. */
  readonly provider: string;
  readonly providerAuto: boolean;
  readonly graph: ComfyGraph;
  readonly inputs: readonly StagedInput[];
  readonly namePrefix: string;
  readonly labels: Omit<OutputLabels, 'workflow' | 'provider'>;
  /** The request with its resolved seed: what rerun starts from. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly provenance: {
    readonly models: readonly string[];
    readonly loras: readonly string[];
    readonly settings: Readonly<Record<string, unknown>>;
  };
}

/** What is known when the submit answers. */
export interface Verdict {
  readonly ok: boolean;
  readonly number?: number;
  readonly nodeErrors?: Readonly<Record<string, unknown>>;
}

/** What is written in the transaction that makes a job, or not at all. */
export type WithNewJob = (tx: Transaction, promptId: string) => Promise<void>;

export abstract class JobQueue {
  /**
   * Writes the row, with the cap check, in one atomic step, and wakes the dispatcher. The job exists from here on.
   * Throws `ConcurrencyCap` (429). Takes part in the caller's open write gate (idempotency). `also` is written with it.
   */
  abstract enqueue(caller: Caller, job: NewJob, also?: WithNewJob): Promise<void>;
  /** Waits for the node's verdict while the hand-over is under way, at most `jobs.submit_wait_ms`; otherwise `{ok:true}`. */
  abstract verdict(caller: Caller, promptId: string): Promise<Verdict>;
}

/** A job as generation needs it for a rerun. */
export interface StoredRequest {
  /** Internal id of the job's owner. */
  readonly ownerId: string | null;
  readonly kind: 'image' | 'video';
  readonly mode: string;
  readonly request: Readonly<Record<string, unknown>>;
  /** What the plan made of it: the job's provenance settings. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export abstract class JobReader {
  /** The request behind a job that the caller may see; `null` otherwise. */
  abstract storedRequest(caller: Caller, promptId: string): Promise<StoredRequest | null>;
  /**
   * Per provider, the jobs that at most would end before a new one of this caller, by the turns of the owners: for
   * `auto` and for the expected wait. Nodes without any are left out. Never waits for a node.
   */
  abstract ahead(caller: Caller): Promise<ReadonlyMap<string, JobsAhead>>;
}
