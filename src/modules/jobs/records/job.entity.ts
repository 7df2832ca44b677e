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
import type { ComfyGraph } from '../../providers/public/comfy-types';
import type { NodeErrors, NodeResult } from '../../providers/public/node-access';
import type { StagedInput } from '../public/job-queue';
import type { JobError, JobPhase, JobStatus } from '../tracking/job-state';

/** A job: its labels, where it is, how it ended. Numbers of time are milliseconds since 1970. */
@Entity('jobs')
export class JobEntity {
  @IdColumn() prompt_id: string;
  @TextColumn({ nullable: true }) owner_id: string | null;
  @TextColumn() kind: 'image' | 'video';
  @TextColumn() workflow: string;
  /** What makes its time comparable with others', as workflows write it; `null` for jobs from before that. */
  @TextColumn({ nullable: true }) run_class: string | null;
  @TextColumn() mode: string;
  @TextColumn() provider: string;
  /** The caller left the choice of the node to us: it may be chosen anew until the hand-over. */
  @FlagColumn() provider_auto: boolean;

  @TextColumn() status: JobStatus;
  @TextColumn() phase: JobPhase;

  @TextColumn() prompt: string;
  @TextColumn() name_prefix: string;
  @TextColumn({ nullable: true }) project: string | null;
  @TextColumn() description: string;
  @JsonColumn() characters: string[];

  @JsonColumn() models: string[];
  @JsonColumn() loras: string[];
  @JsonColumn() settings: Record<string, unknown>;

  @IntegerColumn() attempts: number;
  @IntegerColumn() losses: number;
  @FlagColumn() uncertain: boolean;
  @IntegerColumn({ nullable: true }) handed_over_at: number | null;
  @IntegerColumn({ nullable: true }) absent_since: number | null;
  @IntegerColumn({ nullable: true }) accepted_at: number | null;
  @IntegerColumn({ nullable: true }) started_at: number | null;
  @IntegerColumn({ nullable: true }) finished_at: number | null;
  @IntegerColumn({ nullable: true }) not_before: number | null;
  @IntegerColumn({ nullable: true }) provider_gone_since: number | null;

  /** The node's own number for the prompt. */
  @NumberColumn({ nullable: true }) number: number | null;
  @JsonColumn({ nullable: true }) node_errors: NodeErrors | null;
  @JsonColumn({ nullable: true }) error: JobError | null;

  /** Counts the row's changes: a change is written only onto the revision that it was decided on. */
  @IntegerColumn() revision: number;
  @TextColumn() created_at: string;
}

export type JobRow = Plain<JobEntity>;
export type JobPayloadRow = Plain<JobPayloadEntity>;
export type JobOutputRow = Plain<JobOutputEntity>;

/** The heavy part of a job, apart from its row so that lists never read it. */
@Entity('job_payloads')
export class JobPayloadEntity {
  @IdColumn() prompt_id: string;
  @JsonColumn() graph: ComfyGraph;
  @JsonColumn() request: Record<string, unknown>;
  @JsonColumn() inputs: StagedInput[];
  /** What the node answered at the end: written before the first output is fetched. */
  @JsonColumn({ nullable: true }) result: NodeResult | null;
}

/** One output of a finished job, in the order of the node's answer. */
@Entity('job_outputs')
export class JobOutputEntity {
  @IdColumn() prompt_id: string;
  @IdNumberColumn() position: number;
  @TextColumn() type: 'image' | 'video' | 'audio' | 'text';
  @TextColumn() filename: string;
  /** The media asset; `null` for text. */
  @TextColumn({ nullable: true }) path: string | null;
  @TextColumn({ nullable: true }) text: string | null;
  @IntegerColumn({ nullable: true }) width: number | null;
  @IntegerColumn({ nullable: true }) height: number | null;
  @NumberColumn({ nullable: true }) duration: number | null;
}

/** Which characters a job shows: what the `character` filter of the list joins. */
@Entity('job_characters')
export class JobCharacterEntity {
  @IdColumn() character_id: string;
  @IdColumn() prompt_id: string;
}

/** When an owner last had a job handed over to a node, counted in hand-overs to that node. */
@Entity('job_turns')
export class JobTurnEntity {
  @IdColumn() provider: string;
  /** The owner's id; empty for jobs without an owner. */
  @IdColumn() owner: string;
  /** The highest of a node was served last; no row: not served, or so long ago that it makes no difference. */
  @IntegerColumn() turn: number;
}
