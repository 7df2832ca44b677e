import type { ComfyGraph } from '../../providers/public/comfy-types';
import {
  anything,
  either,
  flag,
  listOf,
  mapOf,
  nullable,
  number,
  objectOf,
  oneOf,
  pattern,
  plainObject,
  positive,
  type Shape,
  someOf,
  tuple,
  wholeNumber,
  words,
} from './json-shape';
import { exampleValues, fileName, folderName, gigabytes, webPage } from './manifest-shapes';
import type { LoraSlot, RequiredModel, WorkflowParam } from '../public/workflow';
import { nameFault } from './reserved-names';

/** A param as the file writes it: what can be derived is left out. */
export type ParamEntry = Omit<WorkflowParam, 'required'> & { readonly required?: boolean };

/** A workflow file of the catalogue, `builtin/<id>.json`: manifest and graph. docs/workflows.md tells how to write one. */
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

const MODES = ['t2i', 'i2i', 'edit', 'upscale', 't2v', 'i2v', 'v2v'];
const TYPES = ['string', 'text', 'integer', 'number', 'boolean', 'choice'];
const FILE_TYPES = ['image', 'mask', 'audio', 'video', 'model', 'lora'];

const NODE_ID = /^[A-Za-z0-9_-]+$/;
const nodeId = pattern('a node id', NODE_ID);

/** A param's fields; `id` is what a node id may be. */
const paramFields = (id: Shape) => ({
  type: oneOf([...TYPES, ...FILE_TYPES]),
  description: words,
  binds: listOf(objectOf({ node: id, input: words }, { plus: words })),
});
const optionalParamFields = (id: Shape) => ({
  required: flag,
  default: anything,
  minimum: number,
  maximum: number,
  grid: objectOf({ step: positive, offset: wholeNumber }),
  choices: someOf(either(words, number)),
  folder: folderName,
  branch: listOf(id),
});

const loraSlot = (id: Shape): Shape =>
  objectOf(
    {
      loader: oneOf(['LoraLoader', 'LoraLoaderModelOnly']),
      model: tuple(id, wholeNumber),
    },
    { clip: tuple(id, wholeNumber), target: oneOf(['high', 'low']) },
  );

const PARAM_NAME = /^[a-z][a-z0-9_]*$/;

/** Params by names that requests may say. */
const paramsOf =
  (param: Shape): Shape =>
  (value, at) => [
    ...Object.keys(typeof value === 'object' && value !== null ? value : {}).flatMap((name) => {
      const fault = nameFault(name);
      return fault === null ? [] : [`${at}.${name}: ${fault}`];
    }),
    ...mapOf(PARAM_NAME, param)(value, at),
  ];

/** What a file says of a workflow besides its params and its graph. */
const describing = (id: Shape) => ({
  name: words,
  description: words,
  kind: oneOf(['image', 'video']),
  modes: listOf(oneOf(MODES)),
  vram_gb: nullable(gigabytes),
  notes: listOf(words),
  models: listOf(objectOf({ folder: folderName, file: fileName }, { page: webPage })),
  lora_slots: listOf(loraSlot(id)),
  example: exampleValues,
});

const node = objectOf({
  class_type: words,
  inputs: plainObject,
  _meta: objectOf({ title: words }),
});

const workflowFile = objectOf(
  {
    format: oneOf([1]),
    id: pattern('letters, digits, - and _', /^[a-z0-9][a-z0-9_-]{0,63}$/),
    ...describing(nodeId),
    params: paramsOf(objectOf(paramFields(nodeId), optionalParamFields(nodeId))),
    graph: mapOf(NODE_ID, node),
  },
  { open_params: listOf(words) },
);

/** Imported graphs keep the ids that they came with. */
const manifest = objectOf(
  {},
  {
    ...describing(words),
    params: paramsOf(
      nullable(objectOf({}, { ...paramFields(words), ...optionalParamFields(words) })),
    ),
    open_params: listOf(words),
  },
);

/** What is wrong with the shape of a workflow file; empty: it is a {@link WorkflowFile}. */
export function workflowFileProblems(value: unknown): readonly string[] {
  return workflowFile(value, 'workflow');
}

/** What is wrong with the shape of a manifest, which says only what a graph doesn't tell itself; empty: nothing. */
export function manifestProblems(value: unknown): readonly string[] {
  return manifest(value, 'manifest');
}
