import { Entity } from 'typeorm';
import {
  FlagColumn,
  IdColumn,
  IntegerColumn,
  JsonColumn,
  NumberColumn,
  TextColumn,
} from '../../../platform/database/columns';
import type { Plain } from '../../../platform/plain';
import type { NodeErrors } from '../../providers/public/node-access';
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
