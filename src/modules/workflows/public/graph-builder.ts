import type { ComfyGraph } from '../../providers/public/comfy-types';
import type { Workflow } from './workflow';

/** One LoRA to insert, in the order given (contract: distillation, characters, checkpoint, request). */
export interface LoraChoice {
  /** File name as the node spells it. */
  readonly name: string;
  readonly strength: number;
  /** Defaults to `strength`; only for loaders that touch CLIP. */
  readonly strength_clip?: number;
  readonly target?: 'both' | 'high' | 'low';
}

export interface GraphRequest {
  /** Values by param name; media params already are the node's file names. Params not named keep the graph's literal. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly loras: readonly LoraChoice[];
  /** Filename prefix for every output node: always ours, `kinora/<prompt_id>/…`. */
  readonly outputPrefix: string;
}

/** Fills a workflow's graph. Pure: the same request gives the same graph, the workflow's own graph stays untouched. */
export type BuildGraph = (workflow: Workflow, request: GraphRequest) => ComfyGraph;
