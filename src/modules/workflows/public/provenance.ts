import type { ComfyGraph } from '../../providers/public/comfy-types';

/** Spec §2.7: what was used, read from the graph itself, so that it can't drift from what ran. */
export interface Provenance {
  /** Model files in the order of loader nodes' ids. */
  readonly models: readonly string[];
  /** LoRA files, in the order in which they are applied. */
  readonly loras: readonly string[];
}

export type ReadProvenance = (graph: ComfyGraph) => Provenance;
