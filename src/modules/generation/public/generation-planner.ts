import type { Caller } from '../../../platform/access/caller';
import type { JobPriority, NewJob } from '../../jobs/public/job-queue';
import type { CharacterUse } from '../characters/character-use';
import type { LoraChoice } from '../../workflows/public/workflow';

/** What a request generates. */
export type GenerationKind = NewJob['kind'];

/** Path of a value in the request: `["body", "workflow_params", "steps"]`. */
export type Loc = readonly (string | number)[];

/** A character that a request binds. */
export interface CharacterBinding {
  readonly id: string;
  readonly role?: string;
  /** Media path. */
  readonly reference_image?: string;
  readonly lora_strength?: number;
}

/** A validated generate body; omitted fields are absent. */
export interface GenerationRequest {
  readonly workflow: string;
  readonly prompt: string;
  /** Id of a node, or `auto`. */
  readonly provider: string;
  readonly mode?: string;
  readonly character?: string;
  readonly characters?: readonly CharacterBinding[];
  readonly description?: string;
  readonly filename_prefix?: string;
  readonly workflow_params?: Readonly<Record<string, unknown>>;
  readonly priority?: JobPriority;
  readonly previews?: boolean;
  readonly submit?: boolean;
  /** Every other field is the value of the workflow's param of that name. */
  readonly [param: string]: unknown;
}

/** A request that passed every check: its submission can only fail at the caller's job limit or on the node. */
export interface Plan {
  readonly job: NewJob;
  /** The checkpoint file, where the workflow has a choice. */
  readonly checkpoint: string | null;
  /** The file that `lora_checkpoint` names. */
  readonly loraName: string | null;
  /** The graph's own LoRAs, then those of the request, in the order in which they are applied. */
  readonly loras: readonly LoraChoice[];
  /** Input media: path by param. */
  readonly files: Readonly<Record<string, string>>;
  /** The seed chosen for the run; null when the request has a seed, or the workflow takes none. */
  readonly randomSeed: number | null;
  /** What the job gets of the characters that the request binds; null without characters. */
  readonly characters: CharacterUse | null;
}

export interface PlanOptions {
  /** Path of the request in the body; `["body"]` when it is the whole body. */
  readonly at?: Loc;
  /** The seed of a request without one, where its workflow takes one; random when absent. Not negative. */
  readonly seed?: number;
}

/**
 * Turns requests into checked plans. Stores nothing, so that dry runs and submissions share it.
 */
export abstract class GenerationPlanner {
  /** Checks, in this order: workflow, kind and mode, provider, characters, input files, params. */
  abstract plan(
    caller: Caller,
    kind: GenerationKind,
    request: GenerationRequest,
    options?: PlanOptions,
  ): Promise<Plan>;
}
