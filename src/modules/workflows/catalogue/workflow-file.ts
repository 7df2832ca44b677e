import type { ComfyGraph } from '../../providers/public/comfy-types';
import type { LoraSlot, RequiredModel, Workflow, WorkflowParam } from '../public/workflow';

/** A param in a workflow file; derivable fields may be left out. */
export type ParamEntry = Omit<WorkflowParam, 'required'> & { readonly required?: boolean };

/** A workflow file of the catalogue, `builtin/<id>.json`: manifest and graph. docs/workflows.md explains the format. */
export interface WorkflowFile {
  readonly format: 1;
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly kind: 'image' | 'video';
  readonly modes: readonly string[];
  readonly vram_gb: number | null;
  readonly notes: readonly string[];
  readonly models: readonly RequiredModel[];
  readonly lora_slots: readonly LoraSlot[];
  readonly example: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, ParamEntry>>;
  readonly open_params?: readonly string[];
  readonly graph: ComfyGraph;
}

/** The manifest of a graph; omitted fields are derived. docs/workflows.md explains the format. */
export interface Manifest {
  readonly name?: string;
  readonly description?: string;
  readonly kind?: Workflow['kind'];
  readonly modes?: readonly string[];
  readonly vram_gb?: number | null;
  readonly notes?: readonly string[];
  readonly models?: readonly RequiredModel[];
  readonly lora_slots?: readonly LoraSlot[];
  readonly example?: Readonly<Record<string, unknown>>;
  readonly open_params?: readonly string[];
  /** Overrides of a derived param, a new param, or `null` to remove one. */
  readonly params?: Readonly<Record<string, Partial<ParamEntry> | null>>;
}
