import type { Caller } from '../../../platform/access/caller';
import type { NewJob } from '../../jobs/public/job-queue';
import type { LoraChoice } from '../../workflows/public/workflow';

/** What a request makes. */
export type GenerationKind = NewJob['kind'];

/** Where a value stands in what was sent: `["body", "workflow_params", "steps"]`. */
export type Loc = readonly (string | number)[];

/** Spec §2.4: a character that a request binds. */
export interface CharacterBinding {
  readonly id: string;
  readonly role?: string;
  /** Media path. */
  readonly reference_image?: string;
  readonly lora_strength?: number;
}

/** A generate body (spec §4.1, §4.2) whose fields have the right types. What was omitted is absent. */
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
  readonly submit?: boolean;
  /** Every other field is the value of the workflow's param of that name. */
  readonly [param: string]: unknown;
}

/** A request that passed every check: submitting it can only fail at the cap or on the node. */
export interface Plan {
  readonly job: NewJob;
  /** The checkpoint file that will be loaded, where the workflow lets one choose. */
  readonly checkpoint: string | null;
  /** The file behind `lora_checkpoint`. */
  readonly loraName: string | null;
  /** The graph's own LoRAs, then those that the request adds, in the order in which they are applied. */
  readonly loras: readonly LoraChoice[];
  /** The media that go in: path by param. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Turns requests into checked plans. Spends nothing and stores nothing, so that asking what would happen and doing it
 * are the same function.
 */
export abstract class GenerationPlanner {
  /**
   * Checks in the order of contract §3: workflow, kind and mode, provider, characters, input files, params.
   * @param at where the request stands in the body that was sent; `["body"]` when it is the body
   */
  abstract plan(
    caller: Caller,
    kind: GenerationKind,
    request: GenerationRequest,
    at?: Loc,
  ): Promise<Plan>;
}
