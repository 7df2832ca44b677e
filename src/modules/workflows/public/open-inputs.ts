import type {
  ComfyGraph,
  ComfyLink,
  InputSpec,
  ObjectInfo,
} from '../../providers/public/comfy-types';
import {
  isModelFile,
  isNamedLikeFile,
  listsNodeFiles,
  takesFiles,
} from '../../providers/public/node-file-inputs';
import { linksOf } from '../graph/graph-edits';
import { choicesOf, specOf, typeOf } from '../graph/input-specs';
import { modelFolder } from '../graph/model-files';
import { ownValue } from '../../../platform/json';
import { groupBy } from '../../../platform/group-by';
import type { ParamBinding } from './workflow';

/*
 * Which inputs all callers may set: an allowlist by type. Any other input might open a file,
 * a folder or an address on the node, and is refused for any value.
 */

const NUMBERS: ReadonlySet<string> = new Set(['INT', 'FLOAT', 'BOOLEAN']);

/** An input of the graph and its description. */
interface GraphInput extends ParamBinding {
  readonly nodeClass: string;
  /** The graph's own value. */
  readonly graphValue: unknown;
  /** `undefined` while the class is unknown. */
  readonly spec: InputSpec | undefined;
}

/**
 * Is it certain that an input can't open files of its node? True for numbers, choices that aren't files, models, and
 * texts that only reach prompts. @param info null while the node was never reached; then known classes and input
 * names decide
 */
export function isOpenInput(
  graph: ComfyGraph,
  bind: ParamBinding,
  value: unknown,
  info: ObjectInfo | null,
): boolean {
  // This service overwrites it for every run.
  if (bind.input === 'filename_prefix') return true;
  const target = graphInput(graph, bind, info);
  const isText = isTextClass(target) || isPromptInput(target);
  return (
    (target.spec ? isNumberOrChoice(target, target.spec, value) : isPlainByValue(target, value)) ||
    (isText && reachesOnlyPrompts(graph, bind.node, info))
  );
}

function graphInput(
  graph: ComfyGraph,
  { node, input }: ParamBinding,
  info: ObjectInfo | null,
): GraphInput {
  const graphNode = ownValue(graph, node);
  const nodeClass = graphNode?.class_type ?? '';
  const spec = info ? specOf(info, nodeClass, input) : undefined;
  return { node, input, nodeClass, graphValue: ownValue(graphNode?.inputs ?? {}, input), spec };
}

function isNumberOrChoice(
  { nodeClass, input }: GraphInput,
  spec: InputSpec,
  value: unknown,
): boolean {
  const types = typeOf(spec).split(',');
  if (types.every((type) => NUMBERS.has(type))) return true;
  const isChoice = choicesOf(spec) !== null || types[0] === 'COMFY_DYNAMICCOMBO_V3';
  // Safe, because the node refuses values that aren't in its list.
  if (isChoice && !listsNodeFiles(nodeClass, input, spec)) return true;
  // A list of models under a name for files: nodes with an own check accept other files there, too.
  return (
    isChoice && !takesFiles(nodeClass, input, spec) && offersModels(spec) && isBelowFolder(value)
  );
}

const offersModels = (spec: InputSpec): boolean =>
  choicesOf(spec)?.some((choice) => typeof choice === 'string' && isModelFile(choice)) ?? false;

/** For inputs without a description: decides by the graph's own value, a number or a model of a known folder. */
function isPlainByValue({ nodeClass, input, graphValue }: GraphInput, value: unknown): boolean {
  if (typeof graphValue === 'number' || typeof graphValue === 'boolean') return true;
  const isModel =
    typeof graphValue === 'string' && modelFolder(nodeClass, input, graphValue) !== null;
  return isModel && isBelowFolder(value);
}

/** A file below a folder of models: no absolute path, no `..`, no address, no `[output]`. */
const BELOW_FOLDER = /^(?![\\/~])(?!.*\.\.)[^:%$[\]]+$/;
const isBelowFolder = (value: unknown): boolean =>
  typeof value === 'string' && BELOW_FOLDER.test(value);

/** Core classes that don't open files: they hold, join, cut, choose or show a text. */
const TEXT_CLASSES =
  /^(?:Primitive(?:Node|String|StringMultiline)|Reroute|String(?:Concatenate|Substring|Length|Trim|Replace|Contains|Compare)|CaseConverter|Regex(?:Match|Extract|Replace)|ComfySwitchNode|PreviewAny)$/;
const isTextClass = ({ nodeClass }: GraphInput): boolean => TEXT_CLASSES.test(nodeClass);

const TEXT_ENCODER = /prompt|text_?encode/i;
/** `prompt`, `text_positive`, `caption2`, `promptText`; not `prompt_csv`, `load_prompt` or `caption_out`. */
const PROMPT_NAME =
  /^(?:(?:text|positive|negative|edit|system|user|global|local|style|motion|speech|pos|neg)_?)*(?:prompt|caption|lyrics|tags|positive|negative|instruction)s?(?:_?(?:text|\d+|[glh]))?$/i;
/** Names that packs also use for lists and settings; only multi-line texts are prompts. */
const TEXT_NAME = /text|notes?$|words|string|description|^(?:clip_[lgh]|t5xxl|llama|system|query)/i;

function isPromptInput(target: GraphInput): boolean {
  const { nodeClass, input, spec } = target;
  if (opensFiles(target)) return false;
  if (!spec) return TEXT_ENCODER.test(nodeClass) || PROMPT_NAME.test(input);
  return typeOf(spec) === 'STRING' && (PROMPT_NAME.test(input) || isLongText(target, spec));
}

const isLongText = ({ nodeClass, input }: GraphInput, spec: InputSpec): boolean =>
  spec[1]?.['multiline'] === true && (TEXT_NAME.test(input) || TEXT_ENCODER.test(nodeClass));

const opensFiles = ({ nodeClass, input, spec }: GraphInput): boolean =>
  takesFiles(nodeClass, input, spec) || isNamedLikeFile(input);

/** Does a node's text reach only prompts, along all links? */
function reachesOnlyPrompts(graph: ComfyGraph, start: string, info: ObjectInfo | null): boolean {
  const consumers = consumersByNode(graph);
  const visited = new Set([start]);
  for (const id of visited) {
    const textConsumers = (consumers.get(id) ?? [])
      .filter(({ link }) => mayCarryText(graph, link, info))
      .map((taker) => graphInput(graph, taker, info))
      .filter(({ input, spec }) => input !== 'filename_prefix' && mayTakeText(spec));
    if (!textConsumers.every((target) => keepsTextHarmless(target, info))) return false;
    for (const { node } of textConsumers) visited.add(node);
  }
  return true;
}

function keepsTextHarmless(target: GraphInput, info: ObjectInfo | null): boolean {
  if (isTextClass(target) || isPromptInput(target)) return true;
  return !opensFiles(target) && (TEXT_NAME.test(target.input) || givesText(target.nodeClass, info));
}

interface TextConsumer extends ParamBinding {
  readonly link: ComfyLink;
}

function consumersByNode(graph: ComfyGraph): ReadonlyMap<string, readonly TextConsumer[]> {
  const consumers = Object.entries(graph).flatMap(([node, target]) =>
    linksOf(target).map(([input, link]) => ({ node, input, link })),
  );
  return groupBy(consumers, ({ link: [source] }) => source);
}

const TEXT_TYPE =
  /^(?:\*|COMFY_.*)$|(?:^|[_,])(?:\*|ANY|COMBO|DICT|DIR|DIRECTORY|FILE|FILENAME|FOLDER|JSON|LIST|PATH|STRING|TEXT|URL)S?(?:[_,]|$)/i;

/** May a value of this type be or contain a text? */
const isTextType = (type: unknown): boolean =>
  typeof type !== 'string' || (TEXT_TYPE.test(type) && !/EMBED|COND/i.test(type));

/** The output of an unknown class may be a text, unless the class encodes texts. */
function mayCarryText(graph: ComfyGraph, [id, slot]: ComfyLink, info: ObjectInfo | null): boolean {
  const nodeClass = ownValue(graph, id)?.class_type ?? '';
  const described = info && ownValue(info, nodeClass);
  if (!described) return !TEXT_ENCODER.test(nodeClass);
  return isTextType(described.output[slot] ?? '*');
}

const mayTakeText = (spec: InputSpec | undefined): boolean => !spec || isTextType(typeOf(spec));

const givesText = (nodeClass: string, info: ObjectInfo | null): boolean =>
  (info && ownValue(info, nodeClass)?.output.some(isTextType)) ?? false;
