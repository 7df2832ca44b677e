import type { ComfyGraph } from '../../providers/public/comfy-types';

/** The param types of contract §3 (Workflows). */
export type ParamType =
  | 'string'
  | 'text'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'choice'
  | 'image'
  | 'mask'
  | 'audio'
  | 'video'
  | 'model'
  | 'lora'
  | 'loras';

/** An input of the graph that takes a param's value. */
export interface ParamBinding {
  readonly node: string;
  readonly input: string;
  /** Another param whose value is added: two experts share one run of steps, and the input holds the sum. */
  readonly plus?: string;
}

/** One input of a workflow, as its manifest declares it. Bounds and choices that nodes know are merged on reading. */
export interface WorkflowParam {
  readonly type: ParamType;
  readonly required: boolean;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Values must be `offset + n × step`: sizes and lengths of a model family. Not enforced by nodes, so by us. */
  readonly grid?: { readonly step: number; readonly offset: number };
  readonly choices?: readonly (string | number)[];
  readonly description: string;
  /** Where the value goes. Empty: recorded only. */
  readonly binds: readonly ParamBinding[];
  /** Folder under the node's models (`checkpoints`, `loras`, …) for type `model` and `lora`. */
  readonly folder?: string;
  /**
   * For an optional file: ids of the nodes that leave the graph together with the bound ones when no file is given.
   * Links to them vanish too, so what they feed must take them as an optional input.
   */
  readonly branch?: readonly string[];
}

/** A model file that the graph names, under its folder of the node's models. */
export interface RequiredModel {
  readonly folder: string;
  readonly file: string;
  /** A page for people to download it from. */
  readonly page?: string;
}

/** Where LoRA loaders go in: behind these outputs, in front of every consumer of them. */
export interface LoraSlot {
  readonly loader: 'LoraLoader' | 'LoraLoaderModelOnly';
  readonly model: readonly [node: string, slot: number];
  readonly clip?: readonly [node: string, slot: number];
  /** Which expert of a two-expert model this slot feeds. */
  readonly target?: 'high' | 'low';
}

/** One LoRA to insert, in the order given (contract: distillation, characters, checkpoint, request). */
export interface LoraChoice {
  /** File name as the node spells it. */
  readonly name: string;
  readonly strength: number;
  /** Defaults to `strength`; only for loaders that touch CLIP. */
  readonly strength_clip?: number;
  /** Which expert of a two-expert workflow; a request for one model may not name any. */
  readonly target?: 'both' | 'high' | 'low';
}

/** The files a workflow takes. */
export type InputNeed = 'required' | 'optional' | 'none';

/** A workflow of the catalogue: graph + manifest. */
export interface Workflow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly kind: 'image' | 'video';
  /** What it makes from what: t2i, i2i, edit, upscale · t2v, i2v, v2v. */
  readonly modes: readonly string[];
  readonly source: 'builtin' | 'imported';
  readonly inputs: {
    readonly image: InputNeed;
    readonly audio: InputNeed;
    readonly video: InputNeed;
  };
  readonly supports_lora: boolean;
  readonly lora_slots: readonly LoraSlot[];
  readonly params: Readonly<Record<string, WorkflowParam>>;
  readonly models: readonly RequiredModel[];
  readonly vram_gb: number | null;
  readonly notes: readonly string[];
  readonly graph: ComfyGraph;
  /** A body worth sending: a prompt, and whatever else shows the workflow well. For `next` in the record. */
  readonly example: Readonly<Record<string, unknown>>;
  /** `node_<id>.<input>` names that callers who aren't admin may set although they name files (contract §2). */
  readonly open_params: readonly string[];
}

/** Builtin and imported workflows. Never waits for a node. */
export abstract class WorkflowCatalogue {
  abstract list(): readonly Workflow[];
  abstract get(id: string): Workflow | undefined;
  /** Why an id has no workflow although somebody brought one, for admins; empty: nobody did. */
  abstract whyAbsent(id: string): readonly string[];
}
