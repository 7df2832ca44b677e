import { Entity } from 'typeorm';
import {
  IdColumn,
  IdNumberColumn,
  IntegerColumn,
  JsonColumn,
  NumberColumn,
  TextColumn,
} from '../../../platform/database/columns';
import type { Plain } from '../../../platform/plain';
import type { ComfyGraph } from '../../providers/public/comfy-types';
import type { NodeResult } from '../../providers/public/node-access';
import type { StagedInput } from '../public/job-queue';

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

export type JobPayloadRow = Plain<JobPayloadEntity>;
export type JobOutputRow = Plain<JobOutputEntity>;
