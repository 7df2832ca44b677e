import type { ObjectInfo } from '../../providers/public/comfy-types';
import {
  isNamedLikeFile,
  listsNodeFiles,
  takesFiles,
} from '../../providers/public/node-file-inputs';
import { isLink } from '../graph/graph-edits';
import { choicesOf, specOf, typeOf } from '../graph/input-specs';
import { modelFolder } from '../graph/model-files';
import { ownValue } from '../json/json-values';
import { inputsBehind, isCarrier, type TextInput } from '../graph/text-flow';
import type { ParamBinding, ParamType, Workflow, WorkflowParam } from './workflow';

/** An input of the graph that a request may set although the manifest has no param for it. */
export interface NodeParam {
  readonly param: WorkflowParam;
  /** Does it name a file, folder or address that a node itself opens (contract §2, node files), at once or over links? */
  readonly namesFile: boolean;
  /** Is it read by nothing but prompts, where a path is just words? */
  readonly isPrompt: boolean;
}

interface Literal extends TextInput {
  readonly value: unknown;
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
  const behind = TEXTS.has(type.type) ? behindLiteral(workflow, literal, info) : [];
  return { param, namesFile: namesFile(literal, behind), isPrompt: arePrompts(literal, behind) };
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

/** Whatever stands there, every run writes under a prefix of its own. */
const OURS = 'filename_prefix';

const settable = (param: WorkflowParam | undefined): readonly ParamBinding[] =>
  (param?.binds ?? []).filter(({ input }) => input !== OURS);

/** Ours, or a param's of the manifest. */
const isTaken = (workflow: Workflow, { node, input }: ParamBinding): boolean =>
  input === OURS ||
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
const FOLDER_MARK = /\[(?:input|output|temp)\]\s*$/i;

const NUMBERS: ReadonlySet<string> = new Set(['INT', 'FLOAT', 'BOOLEAN']);

function namesFile(literal: Literal, behind: readonly TextInput[]): boolean {
  const { nodeClass, input, value, spec } = literal;
  if (spec && NUMBERS.has(typeOf(spec))) return false;
  if (takesFileTexts(literal) || isNamedLikeFile(input)) return true;
  if (behind.some(opensFiles)) return true;
  if (typeof value !== 'string' || modelFolder(nodeClass, input, value) !== null) return false;
  return FOLDER_MARK.test(value) || FILE_NAME.test(value.trim());
}

/** `STRING,IMAGE`: of an input that takes texts beside other things, texts under a picture's name are files. */
const takesFileTexts = ({ nodeClass, input, spec }: TextInput): boolean =>
  takesFiles(nodeClass, input, spec) ||
  (spec !== undefined && typeOf(spec).includes(',') && takesFiles(nodeClass, input, undefined));

/** Does an input open what a link brings it? `source` is any value's where nobody says that it is a text. */
function opensFiles(one: TextInput): boolean {
  const { nodeClass, input, spec } = one;
  if (isCarrier(nodeClass)) return false;
  const isLoose = !spec || !['STRING', 'COMBO'].includes(typeOf(spec));
  return takesFileTexts(one) || (isNamedLikeFile(input) && !(isLoose && input === 'source'));
}

/** Where a literal may go on to. Numbers, flags and what is chosen from a list are no texts of the caller's. */
function behindLiteral(
  workflow: Workflow,
  literal: Literal,
  info: ObjectInfo | null,
): readonly TextInput[] {
  const isPlain = typeof literal.value === 'number' || typeof literal.value === 'boolean';
  if (isPlain && !literal.spec) return [];
  return isChosen(literal) ? [] : inputsBehind(workflow.graph, literal, info);
}

/** Is nothing taken but what the node offers, and isn't that its files? */
const isChosen = ({ nodeClass, input, spec }: TextInput): boolean =>
  spec !== undefined && choicesOf(spec) !== null && !listsNodeFiles(nodeClass, input, spec);

/** Params that hold a text of the caller's. Models and choices are looked up where they are offered. */
const TEXTS: ReadonlySet<ParamType> = new Set<ParamType>(['string', 'text', 'choice']);

/**
 * Does a param's value go to an input that opens files of the node's own folders, at once or over links? A manifest may
 * give it any type; under the name of its input (`node_<id>.<input>`) it is judged as if no manifest named it. Pure.
 */
export function bindsNodeFile(workflow: Workflow, name: string, info: ObjectInfo | null): boolean {
  const param = ownValue(workflow.params, name);
  return settable(param).some((bind) => {
    const bound = boundLiteral(workflow, bind, info);
    if (!bound || !param) return false;
    const behind = TEXTS.has(param.type) ? behindLiteral(workflow, bound, info) : [];
    if (name.startsWith('node_')) return namesFile(bound, behind);
    const isText = TEXTS.has(param.type) && !isChosen(bound);
    return (
      takesFileTexts(bound) || (isText && (isNamedLikeFile(bound.input) || behind.some(opensFiles)))
    );
  });
}

/** Classes and inputs that are told what to make, while their node was never reached. */
const PROMPT = /prompt|text_?encode/i;

/** What packs and the core call inputs for words. */
const WORDS =
  /prompt|text|caption|lyrics|tags|positive|negative|notes?$|words|string|instruction|description|^(?:clip_l|t5xxl|llama|system|query)/i;

/** Does a param of the manifest go to nothing but prompts, or nowhere? There a path or an address is just words. Pure. */
export function bindsPrompts(workflow: Workflow, name: string, info: ObjectInfo | null): boolean {
  const param = ownValue(workflow.params, name);
  return settable(param).every((bind) => {
    const bound = boundLiteral(workflow, bind, info);
    if (!bound) return PROMPT.test(bind.input);
    return arePrompts(bound, behindLiteral(workflow, bound, info));
  });
}

/** What only hands a text on is no use of it: what it feeds is. */
const arePrompts = (first: TextInput, behind: readonly TextInput[]): boolean =>
  [first, ...behind].every((one) => isCarrier(one.nodeClass) || isPrompt(one));

/** Several lines that are words by their name: lists of files have several lines, too. */
function isPrompt({ nodeClass, input, spec }: TextInput): boolean {
  if (!spec) return PROMPT.test(nodeClass) || PROMPT.test(input);
  const isLong = typeOf(spec) === 'STRING' && spec[1]?.['multiline'] === true;
  return isLong && (WORDS.test(input) || PROMPT.test(nodeClass));
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
