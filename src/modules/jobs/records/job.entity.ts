import { Entity } from 'typeorm';
import {
  FlagColumn,
  IdColumn,
  IdNumberColumn,
  IntegerColumn,
  JsonColumn,
  NumberColumn,
  TextColumn,
} from '../../../platform/database/columns';
import type { Plain } from '../../../platform/plain';
import type { MediaType } from '../../media/public/media-reader';
import type { ComfyGraph } from '../../providers/public/comfy-types';
import type { NodeErrors, NodeResult } from '../../providers/public/node-access';
import type { StagedInput } from '../public/job-queue';
import type {
  JobError,
  JobPhase,
  JobStatus,
  JobWarning,
  TimelineEntry,
} from '../tracking/job-state';

/** A job: its labels, its state, its end. Times are milliseconds since 1970. */
@Entity('jobs')
export class JobEntity {
  @IdColumn() prompt_id: string;
  @TextColumn({ nullable: true }) owner_id: string | null;
  @TextColumn() kind: 'image' | 'video';
  @TextColumn() workflow: string;
  /** Jobs of one class take about the same time; `null` for jobs from before this column existed. */
  @TextColumn({ nullable: true }) run_class: string | null;
  @TextColumn() mode: string;
  @TextColumn() provider: string;
  /** We chose the node, and may choose another one while it is away. */
  @FlagColumn() provider_auto: boolean;

  @TextColumn() status: JobStatus;
  @TextColumn() phase: JobPhase;

  @TextColumn() prompt: string;
  @TextColumn() name_prefix: string;
  @TextColumn({ nullable: true }) project: string | null;
  /** The batch that made the job, and the number of the run in it. */
  @TextColumn({ nullable: true }) batch_id: string | null;
  @IntegerColumn({ nullable: true }) batch_index: number | null;
  /** Position in `JOB_PRIORITIES`: orders the jobs of one owner. */
  @IntegerColumn({ initial: 1 }) priority: number;
  @TextColumn() description: string;
  @JsonColumn() characters: string[];

  @JsonColumn() models: string[];
  @JsonColumn() loras: string[];
  @JsonColumn() settings: Record<string, unknown>;

  /** Submissions begun. */
  @IntegerColumn() attempts: number;
  /** How often a node that answers did not have the job any more. */
  @IntegerColumn() losses: number;
  /** How often the job moved to another node after it had been submitted. */
  @IntegerColumn({ initial: 0 }) moves: number;
  /** The outcome of the last submission is unknown. */
  @FlagColumn() uncertain: boolean;
  /** When the last submission ended: lookups begun earlier can't have seen the job. */
  @IntegerColumn({ nullable: true }) handed_over_at: number | null;
  /** The first of an unbroken series of lookups that did not find the job on its node. */
  @IntegerColumn({ nullable: true }) absent_since: number | null;
  @IntegerColumn({ nullable: true }) accepted_at: number | null;
  @IntegerColumn({ nullable: true }) started_at: number | null;
  @IntegerColumn({ nullable: true }) finished_at: number | null;
  /** The dispatcher does not submit the job before. */
  @IntegerColumn({ nullable: true }) not_before: number | null;
  @IntegerColumn({ nullable: true }) provider_gone_since: number | null;

  /** The node's own number for the prompt. */
  @NumberColumn({ nullable: true }) number: number | null;
  @JsonColumn({ nullable: true }) node_errors: NodeErrors | null;
  @JsonColumn({ nullable: true }) error: JobError | null;
  @JsonColumn({ nullable: true }) warnings: JobWarning[] | null;

  /** `null` for jobs from before this column existed. */
  @JsonColumn({ nullable: true }) timeline: TimelineEntry[] | null;

  /** Counts the row's changes: a change is written only onto the revision that it was decided on. */
  @IntegerColumn() revision: number;
  @TextColumn() created_at: string;
}

export type JobRow = Plain<JobEntity>;

/** What lists and events show of a job: lists read no other columns. */
export const SUMMARY_COLUMNS = [
  'prompt_id',
  'owner_id',
  'kind',
  'workflow',
  'mode',
  'provider',
  'provider_auto',
  'status',
  'phase',
  'moves',
  'prompt',
  'attempts',
  'priority',
  'batch_id',
  'batch_index',
  'error',
  'warnings',
  'created_at',
  'started_at',
  'finished_at',
] as const satisfies readonly (keyof JobRow)[];
export type JobSummaryRow = Pick<JobRow, (typeof SUMMARY_COLUMNS)[number]>;

/** Characters of a text output that lists and events show. */
export const SUMMARY_TEXT_LENGTH = 1_000;

export type JobPayloadRow = Plain<JobPayloadEntity>;
export type JobOutputRow = Plain<JobOutputEntity>;
export type JobWithdrawalRow = Plain<JobWithdrawalEntity>;

/** The large fields of a job, in a table of their own so that lists never read them. */
@Entity('job_payloads')
export class JobPayloadEntity {
  @IdColumn() prompt_id: string;
  @JsonColumn() graph: ComfyGraph;
  @JsonColumn() request: Record<string, unknown>;
  @JsonColumn() inputs: StagedInput[];
  /** The node's result, written before the first output is fetched. */
  @JsonColumn({ nullable: true }) result: NodeResult | null;
}

/** One collected output of a job, in the order of the node's answer. */
@Entity('job_outputs')
export class JobOutputEntity {
  @IdColumn() prompt_id: string;
  @IdNumberColumn() position: number;
  @TextColumn() type: MediaType | 'text';
  @TextColumn() filename: string;
  /** The media asset; `null` for text. */
  @TextColumn({ nullable: true }) path: string | null;
  @TextColumn({ nullable: true }) text: string | null;
  @IntegerColumn({ nullable: true }) width: number | null;
  @IntegerColumn({ nullable: true }) height: number | null;
  @NumberColumn({ nullable: true }) duration: number | null;
  /** `null` for what the node saved. */
  @TextColumn({ nullable: true }) folder_type: 'temp' | null;
}

/** A node that may still have a job which moved away from it. Deleted once the node no longer has the job. */
@Entity('job_withdrawals')
export class JobWithdrawalEntity {
  @IdColumn() prompt_id: string;
  @IdColumn() provider: string;
  /** The node's base URL when the job moved: another provider may have the same. */
  @TextColumn() address: string;
  @IntegerColumn() created_at: number;
}

/** A job's prompt as the list searches it. */
@Entity('job_texts')
export class JobTextEntity {
  @IdColumn() prompt_id: string;
  @TextColumn() folded: string;
}

/** The characters that a job shows, for the `character` filter of the list. */
@Entity('job_characters')
export class JobCharacterEntity {
  @IdColumn() character_id: string;
  @IdColumn() prompt_id: string;
}

/** An owner's last turn at a node: a counter of the submissions to that node. */
@Entity('job_turns')
export class JobTurnEntity {
  @IdColumn() provider: string;
  /** The owner's id; empty for jobs without an owner. */
  @IdColumn() owner: string;
  /** The owner with the highest turn was served last. Without a row: never, or too long ago to matter. */
  @IntegerColumn() turn: number;
}
