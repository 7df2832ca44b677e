import type { ComfyGraph } from '../../providers/public/comfy-types';

/** The types of params in workflow files and manifests. */
export const DECLARED_PARAM_TYPES = [
  ...(['string', 'text', 'integer', 'number', 'boolean', 'choice'] as const),
  ...(['image', 'mask', 'audio', 'video', 'model', 'lora'] as const),
] as const;
/** All types of params; the service itself adds `loras`. */
export const PARAM_TYPES = [...DECLARED_PARAM_TYPES, 'loras'] as const;
export type ParamType = (typeof PARAM_TYPES)[number];

/** The modes of each kind of workflow. */
export const MODES: Readonly<Record<Workflow['kind'], readonly string[]>> = {
  image: ['t2i', 'i2i', 'edit', 'upscale'],
  video: ['t2v', 'i2v', 'v2v'],
};

/** An input of the graph that takes a param's value. */
export interface ParamBinding {
  readonly node: string;
  readonly input: string;
  /** Another param whose value is added: two experts share one run of steps, and the input holds the sum. */
  readonly plus?: string;
}

/** Where a form shows a param: what is made, how it is made, or among the rest. */
export const PARAM_GROUPS = ['what', 'how', 'advanced'] as const;
export type ParamGroup = (typeof PARAM_GROUPS)[number];

/** How a form shows a param. What a manifest leaves out is derived from the param's name. */
export interface ParamPresentation {
  readonly label?: string;
  readonly group?: ParamGroup;
  /** Lowest first. */
  readonly order?: number;
  /** What the param does, the same in every workflow: `prompt`, `steps`, `guidance` … */
  readonly role?: string;
  readonly unit?: string;
  /** The step of a slider. */
  readonly step?: number;
  /** The range of a slider, within the bounds. */
  readonly soft_minimum?: number;
  readonly soft_maximum?: number;
}

/** One input of a workflow, as its manifest declares it. Bounds and choices that nodes know are merged on reading. */
export interface WorkflowParam extends ParamPresentation {
  readonly type: ParamType;
  readonly required: boolean;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Values must be `offset + n × step`, as model families require. Nodes don't enforce it, so this service does. */
  readonly grid?: { readonly step: number; readonly offset: number };
  readonly choices?: readonly (string | number)[];
  readonly description: string;
  /** The inputs that the param sets; empty if the value is only recorded. */
  readonly binds: readonly ParamBinding[];
  /** Folder under the node's models (`checkpoints`, `loras`, …) for type `model` and `lora`. */
  readonly folder?: string;
  /**
   * For an optional file: ids of the nodes that are removed together with the bound ones when no file is sent. Links
   * from them are removed too, so their consumers must have optional inputs.
   */
  readonly branch?: readonly string[];
}

/** A model file that the graph names, in its folder on the node. */
export interface RequiredModel {
  readonly folder: string;
  readonly file: string;
  /** Web page where the file can be downloaded. */
  readonly page?: string;
}

/** Outputs of the graph after which LoRA loaders are inserted, before all their consumers. */
export interface LoraSlot {
  readonly loader: 'LoraLoader' | 'LoraLoaderModelOnly';
  readonly model: readonly [node: string, slot: number];
  readonly clip?: readonly [node: string, slot: number];
  /** Which expert of a two-expert model this slot feeds. */
  readonly target?: 'high' | 'low';
}

/** One LoRA to insert. Order of insertion (contract): distillation, characters, checkpoint, request. */
export interface LoraChoice {
  /** The file name in the node's spelling. */
  readonly name: string;
  readonly strength: number;
  /** Defaults to `strength`; used only by loaders that change the CLIP. */
  readonly strength_clip?: number;
  /** The expert of a two-expert workflow; not allowed for workflows with one model. */
  readonly target?: 'both' | 'high' | 'low';
}

/** The kinds of input files of a workflow. */
export type InputNeed = 'required' | 'optional' | 'none';

/** A workflow of the catalogue: graph + manifest. */
export interface Workflow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly kind: 'image' | 'video';
  /** Modes: t2i, i2i, edit, upscale for images; t2v, i2v, v2v for videos. */
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
  /** An example request body that shows the workflow well; it is used for `next` in the record. */
  readonly example: Readonly<Record<string, unknown>>;
  /** `node_<id>.<input>` names that all callers may set although they name files. */
  readonly open_params: readonly string[];
}

/** Builtin and imported workflows. Never waits for a node. */
export abstract class WorkflowCatalogue {
  abstract list(): readonly Workflow[];
  abstract get(id: string): Workflow | undefined;
  /** For admins: the problems of the imported file of this id; empty if there is no such file, or it is a valid workflow. */
  abstract importProblems(id: string): readonly string[];
}
