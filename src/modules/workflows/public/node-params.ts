import type { InputSpec, ObjectInfo } from '../../providers/public/comfy-types';
import {
  isNamedLikeFile,
  listsNodeFiles,
  takesFiles,
} from '../../providers/public/node-file-inputs';
import { isLink } from '../graph-edits';
import { specOf, typeOf } from '../input-specs';
import { modelFolder } from '../model-files';
import { ownValue } from '../own-value';
import type { ParamBinding, ParamType, Workflow, WorkflowParam } from './workflow';

/** An input of the graph that a request may set although the manifest has no param for it. */
export interface NodeParam {
  readonly param: WorkflowParam;
  /** Does it name a file, folder or address that the node itself reads (contract §2, node files)? */
  readonly namesFile: boolean;
}

interface Literal extends ParamBinding {
  readonly nodeClass: string;
  readonly value: unknown;
  /** How the node describes the input, where that is known. */
  readonly spec: InputSpec | undefined;
}

/**
 * The param behind `node_<id>.<input>`: an input that holds a literal and that no param binds; `null` for anything
 * else. Output prefixes are ours and can't be set. `info` is null while the node was never reached. Pure.
 */
export function nodeParam(
  workflow: Workflow,
  name: string,
  info: ObjectInfo | null,
): NodeParam | null {
  const literal = literalOf(workflow, name, info);
  const type = literal && typeFor(literal);
  if (!literal || !type) return null;
  const { node, input, nodeClass } = literal;
  const param: WorkflowParam = {
    ...type,
    required: false,
    description: `Input ${input} of node ${node} (${nodeClass}).`,
    binds: [{ node, input }],
  };
  return { param, namesFile: namesFile(literal) };
}

function literalOf(workflow: Workflow, name: string, info: ObjectInfo | null): Literal | null {
  const [, id, input] = /^node_([^.]+)\.(.+)$/.exec(name) ?? [];
  const node = id === undefined ? undefined : ownValue(workflow.graph, id);
  if (!node || id === undefined || input === undefined) return null;
  const value = ownValue(node.inputs, input);
  if (value === undefined || isLink(value) || isTaken(workflow, { node: id, input })) return null;
  const nodeClass = node.class_type;
  const spec = info ? specOf(info, nodeClass, input) : undefined;
  return { node: id, input, nodeClass, value, spec };
}

/** Ours, or a param's of the manifest. */
const isTaken = (workflow: Workflow, { node, input }: ParamBinding): boolean =>
  input === 'filename_prefix' ||
  Object.values(workflow.params).some(({ binds }) =>
    binds.some((bind) => bind.node === node && bind.input === input),
  );

const TYPES: Readonly<Record<string, ParamType>> = {
  INT: 'integer',
  FLOAT: 'number',
  BOOLEAN: 'boolean',
  STRING: 'text',
  COMBO: 'choice',
};

/** As the node declares it, else like the literal that stands there. */
function typeFor({
  nodeClass,
  input,
  value,
  spec,
}: Literal): Pick<WorkflowParam, 'type' | 'folder'> | null {
  const folder = typeof value === 'string' ? modelFolder(nodeClass, input, value) : null;
  if (folder !== null) return { type: 'model', folder };
  // A list of files changes with every upload, leaves sub-folders out, and tells what others brought.
  const isOpen = spec && !listsNodeFiles(nodeClass, input, spec);
  const declared = isOpen ? ownValue(TYPES, typeOf(spec)) : undefined;
  const type = declared ?? ownValue(LITERALS, typeof value);
  return type ? { type } : null;
}

const LITERALS: Readonly<Record<string, ParamType>> = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
};

/** `pose 1.png`, `x.wav [output]`, `/data/x`, `C:\\x`, `https://…`: what stands in the graph shows what the input is for. */
const FILE_NAME =
  /^\S+\.[a-z][a-z0-9]{1,5}$|\.(?:png|jpe?g|webp|gif|mp4|webm|mov|wav|mp3|flac|ogg|glb|latent)$|^(?:\.{0,2}\/|~|\\\\|[a-z]:[\\/]|[a-z]+:\/\/)\S/i;
const FOLDER_MARK = /\s*\[(?:input|output|temp)\]\s*$/i;

const NUMBERS: ReadonlySet<string> = new Set(['INT', 'FLOAT', 'BOOLEAN']);

function namesFile({ nodeClass, input, value, spec }: Literal): boolean {
  if (spec && NUMBERS.has(typeOf(spec))) return false;
  if (takesFiles(nodeClass, input, spec) || isNamedLikeFile(input)) return true;
  if (typeof value !== 'string' || modelFolder(nodeClass, input, value) !== null) return false;
  return FOLDER_MARK.test(value) || FILE_NAME.test(value.trim());
}

/**
 * Does a param go to an input that takes files of the node's own folders? A manifest may give it any type; under the
 * name of its input (`node_<id>.<input>`) it is judged as if no manifest named it. Pure.
 */
export function bindsNodeFile(workflow: Workflow, name: string, info: ObjectInfo | null): boolean {
  const param = ownValue(workflow.params, name);
  return (param?.binds ?? []).some((bind) => {
    const bound = boundLiteral(workflow, bind, info);
    if (!bound) return false;
    return name.startsWith('node_')
      ? namesFile(bound)
      : takesFiles(bound.nodeClass, bound.input, bound.spec);
  });
}

/** Classes and inputs that are told what to make, while their node was never reached. */
const PROMPT = /prompt|text_?encode/i;

/** Does a param of the manifest go to nothing but prompts, or nowhere? There a path or an address is just words. Pure. */
export function bindsPrompts(workflow: Workflow, name: string, info: ObjectInfo | null): boolean {
  const param = ownValue(workflow.params, name);
  return (param?.binds ?? []).every((bind) => {
    const bound = boundLiteral(workflow, bind, info);
    if (!bound?.spec) return PROMPT.test(bound?.nodeClass ?? '') || PROMPT.test(bind.input);
    const options = bound.spec[1] ?? {};
    return typeOf(bound.spec) === 'STRING' && options['multiline'] === true;
  });
}

function boundLiteral(
  workflow: Workflow,
  { node, input }: ParamBinding,
  info: ObjectInfo | null,
): Literal | null {
  const bound = ownValue(workflow.graph, node);
  if (!bound) return null;
  const { class_type: nodeClass, inputs } = bound;
  const spec = info ? specOf(info, nodeClass, input) : undefined;
  return { node, input, nodeClass, value: ownValue(inputs, input), spec };
}
