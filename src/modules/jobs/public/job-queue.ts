import type { Caller } from '../../../platform/access/caller';
import type { Transaction } from '../../../platform/database/write-gate';
import type { OutputLabels } from '../../media/public/media-intake';
import type { ComfyGraph } from '../../providers/public/comfy-types';
import type { JobStatus } from '../tracking/job-state';

/** An input file that must be on the node before the job is submitted. Content-addressed: a repeated upload is harmless. */
export interface StagedInput {
  readonly sha256: string;
  /** Internal id of the owner whose copy is uploaded. */
  readonly owner_id: string | null;
  readonly size: number;
  /** Folder and name in the node's input folder; the graph already names them so. */
  readonly subfolder: string;
  readonly filename: string;
  /** The params that name the file; absent in rows from before this field existed. */
  readonly used_by?: readonly JobInput[];
}

/** A media file as a job's input. */
export interface JobInput {
  readonly param: string;
  readonly path: string;
  readonly type: 'image' | 'video' | 'audio' | 'file';
}

/** In the order in which an owner's jobs are submitted. */
export const JOB_PRIORITIES = ['high', 'normal', 'low'] as const;
export type JobPriority = (typeof JOB_PRIORITIES)[number];

/** A checked plan, ready to become a job. */
export interface NewJob {
  /** A new UUID. */
  readonly promptId: string;
  readonly kind: 'image' | 'video';
  readonly workflow: string;
  /** Jobs of one class take about the same time: `workflows/public/run-class.ts`. */
  readonly runClass: string;
  readonly mode: string;
  /** The node to run on, and whether the caller left the choice to us. */
  readonly provider: string;
  readonly providerAuto: boolean;
  readonly graph: ComfyGraph;
  readonly inputs: readonly StagedInput[];
  readonly namePrefix: string;
  /** Orders the jobs of its owner only; `normal` when absent. */
  readonly priority?: JobPriority | undefined;
  /** The run of a batch that this job is. */
  readonly batch?: { readonly id: string; readonly index: number };
  readonly labels: Omit<OutputLabels, 'workflow' | 'provider'>;
  /** The request with its resolved seed: what rerun starts from. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly provenance: {
    readonly models: readonly string[];
    readonly loras: readonly string[];
    readonly settings: Readonly<Record<string, unknown>>;
  };
}

/** A node's answer to a submission, as far as it is known. */
export interface NodeVerdict {
  /** False only when the node refused the job. */
  readonly ok: boolean;
  readonly number?: number;
  readonly nodeErrors?: Readonly<Record<string, unknown>>;
}

/** The state of a job when its request is answered. */
export interface Verdict extends NodeVerdict {
  readonly status: JobStatus;
  readonly provider: string;
  /** Jobs that go before it; `null` once it runs. */
  readonly queuePosition: number | null;
  /** Until its end; `null` when unknown. */
  readonly etaSeconds: number | null;
}

/** Writes in the transaction that inserts the job. */
export type WithNewJob = (tx: Transaction, promptId: string) => Promise<void>;

export abstract class JobQueue {
  /**
   * Inserts the job, with the check of the caller's cap, in one transaction, and submits it as soon as its turn comes.
   * The idempotency key of the request and `also` are written with it. Throws `ConcurrencyCap` (429) and `QuotaReached` (507).
   * @returns the job's state, with the node's verdict if it comes within `jobs.submit_wait_ms`
   */
  abstract enqueue(caller: Caller, job: NewJob, also?: WithNewJob): Promise<Verdict>;
  /** Inserts the job as {@link enqueue} does, without waiting for the node. Throws the same errors. */
  abstract add(caller: Caller, job: NewJob, also?: WithNewJob): Promise<void>;
  /** The same for a repeated request whose job is in the queue already. */
  abstract verdict(caller: Caller, promptId: string): Promise<Verdict>;
}

/** Starts and stops the work on jobs: `main` calls it, after the service listens and before it closes. */
export abstract class JobEngineControl {
  abstract start(): Promise<void>;
  abstract stop(): Promise<void>;
}
