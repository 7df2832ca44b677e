import type {
  ComfyGraph,
  ComfyLink,
  InputSpec,
  ObjectInfo,
} from '../../providers/public/comfy-types';
import {
  isNamedLikeFile,
  listsNodeFiles,
  takesFiles,
} from '../../providers/public/node-file-inputs';
import { linksOf } from '../graph/graph-edits';
import { choicesOf, specOf, typeOf } from '../graph/input-specs';
import { isModelFile, modelFolder } from '../graph/model-files';
import { ownValue } from '../json/json-values';
import type { ParamBinding } from './workflow';

/*
 * Which inputs all callers may set (contract §2, node files): an allowlist by type. Any other input might open a file,
 * a folder or an address on the node, and is refused for any value.
 */

const NUMBERS: ReadonlySet<string> = new Set(['INT', 'FLOAT', 'BOOLEAN']);

/** An input of the graph and its description. */
interface KnownInput extends ParamBinding {
  readonly nodeClass: string;
  /** The graph's own value. */
  readonly held: unknown;
  /** `undefined` while the class is unknown. */
  readonly spec: InputSpec | undefined;
}

/**
 * Is it certain that an input can't open files of its node? True for numbers, choices that aren't files, models, and
 * texts that only reach prompts. Pure. @param info null while the node was never reached; then known classes and input
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
  const one = knownInput(graph, bind, info);
  const isText = isCarrier(one) || isPromptInput(one);
  return (
    (one.spec ? isNumberOrChoice(one, one.spec) : isPlainByValue(one, value)) ||
    (isText && reachesOnlyPrompts(graph, bind.node, info))
  );
}

function knownInput(
  graph: ComfyGraph,
  { node, input }: ParamBinding,
  info: ObjectInfo | null,
): KnownInput {
  const found = ownValue(graph, node);
  const nodeClass = found?.class_type ?? '';
  const spec = info ? specOf(info, nodeClass, input) : undefined;
  return { node, input, nodeClass, held: ownValue(found?.inputs ?? {}, input), spec };
}

function isNumberOrChoice({ nodeClass, input }: KnownInput, spec: InputSpec): boolean {
  if (
    typeOf(spec)
      .split(',')
      .every((type) => NUMBERS.has(type))
  )
    return true;
  // Safe, because the node refuses values that aren't in its list.
  const isChoice = choicesOf(spec) !== null || typeOf(spec) === 'COMFY_DYNAMICCOMBO_V3';
  return isChoice && (offersModels(spec) || !listsNodeFiles(nodeClass, input, spec));
}

const offersModels = (spec: InputSpec): boolean =>
  choicesOf(spec)?.some((choice) => typeof choice === 'string' && isModelFile(choice)) ?? false;

/** For inputs without a description: decides by the graph's own value, a number or a model of a known folder. */
function isPlainByValue({ nodeClass, input, held }: KnownInput, value: unknown): boolean {
  if (typeof held === 'number' || typeof held === 'boolean') return true;
  const isModel = typeof held === 'string' && modelFolder(nodeClass, input, held) !== null;
  return isModel && typeof value === 'string' && BELOW_FOLDER.test(value);
}

/** For models while no list of files is known. */
const BELOW_FOLDER = /^(?![\\/~])(?!.*\.\.)[^:%$]+$/;

/** Core classes that don't open files: they hold, join, cut, choose or show a text. */
const CARRIERS =
  /^(?:Primitive(?:Node|String|StringMultiline)|Reroute|String(?:Concatenate|Substring|Length|Trim|Replace|Contains|Compare)|CaseConverter|Regex(?:Match|Extract|Replace)|ComfySwitchNode|PreviewAny)$/;
const isCarrier = ({ nodeClass }: KnownInput): boolean => CARRIERS.test(nodeClass);

const TEXT_ENCODER = /prompt|text_?encode/i;
const PROMPT_NAME = /prompt|caption|lyrics|tags|positive|negative|instruction/i;
/** Names that packs also use for lists and settings; only multi-line texts are prompts. */
const TEXT_NAME = /text|notes?$|words|string|description|^(?:clip_[lgh]|t5xxl|llama|system|query)/i;

function isPromptInput(one: KnownInput): boolean {
  const { nodeClass, input, spec } = one;
  if (opensFiles(one)) return false;
  if (!spec) return TEXT_ENCODER.test(nodeClass) || PROMPT_NAME.test(input);
  return typeOf(spec) === 'STRING' && (PROMPT_NAME.test(input) || isLongText(one, spec));
}

const isLongText = ({ nodeClass, input }: KnownInput, spec: InputSpec): boolean =>
  spec[1]?.['multiline'] === true && (TEXT_NAME.test(input) || TEXT_ENCODER.test(nodeClass));

const opensFiles = ({ nodeClass, input, spec }: KnownInput): boolean =>
  takesFiles(nodeClass, input, spec) || isNamedLikeFile(input);

/** Does a node's text reach only prompts, along all links? */
function reachesOnlyPrompts(graph: ComfyGraph, start: string, info: ObjectInfo | null): boolean {
  const takers = takersByNode(graph);
  const seen = new Set([start]);
  for (const id of seen) {
    const reached = (takers.get(id) ?? [])
      .filter(({ link }) => mayCarryText(graph, link, info))
      .map((taker) => knownInput(graph, taker, info))
      .filter(({ input, spec }) => input !== 'filename_prefix' && mayTakeText(spec));
    if (!reached.every((one) => isHarmlessTaker(one, info))) return false;
    for (const { node } of reached) seen.add(node);
  }
  return true;
}

function isHarmlessTaker(one: KnownInput, info: ObjectInfo | null): boolean {
  if (isCarrier(one) || isPromptInput(one)) return true;
  return !opensFiles(one) && (TEXT_NAME.test(one.input) || givesText(one.nodeClass, info));
}

interface Taker extends ParamBinding {
  readonly link: ComfyLink;
}

function takersByNode(graph: ComfyGraph): ReadonlyMap<string, readonly Taker[]> {
  const takers = new Map<string, Taker[]>();
  for (const [node, one] of Object.entries(graph))
    for (const [input, link] of linksOf(one))
      takers.set(link[0], [...(takers.get(link[0]) ?? []), { node, input, link }]);
  return takers;
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
