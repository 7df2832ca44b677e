import type {
  ComfyGraph,
  ComfyLink,
  InputSpec,
  ObjectInfo,
} from '../../providers/public/comfy-types';
import { isNamedLikeFile } from '../../providers/public/node-file-inputs';
import { typeByName } from '../derivation/link-types';
import { linksOf } from './graph-edits';
import { specOf, typeOf } from './input-specs';
import { ownValue } from '../json/json-values';
import type { ParamBinding } from '../public/workflow';

/*
 * Where a text goes that stands in a graph: through primitives, reroutes, switches and whatever else takes a text and
 * gives one, to the inputs that use it.
 */

/** An input that a text reaches. */
export interface TextInput extends ParamBinding {
  readonly nodeClass: string;
  /** How the node describes the input, where that is known. */
  readonly spec: InputSpec | undefined;
}

/**
 * Every input behind one that a text put there may reach over links; the input itself is none of them. Classes that
 * nobody described count as passing on what they are given. Output prefixes are ours, so none of them is reached. Pure.
 */
export function inputsBehind(
  graph: ComfyGraph,
  start: ParamBinding,
  info: ObjectInfo | null,
): readonly TextInput[] {
  const { spec } = described(graph, start, info);
  if (spec && !isText(typeOf(spec))) return [];
  const takers = takersOf(graph);
  const found: TextInput[] = [];
  const seen = new Set([start.node]);
  const open = [start.node];
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const taker of takers.get(next) ?? []) {
      if (!carriesText(graph, taker, info)) continue;
      found.push(described(graph, taker, info));
      if (seen.has(taker.node)) continue;
      seen.add(taker.node);
      open.push(taker.node);
    }
  return found;
}

/** Core classes that use no text themselves: they hold it, join it, cut it, choose it or show it. */
const CARRIERS =
  /^(?:Primitive(?:Node|String|StringMultiline)|Reroute|String(?:Concatenate|Substring|Length|Trim|Replace|Contains|Compare)|CaseConverter|Regex(?:Match|Extract|Replace)|ComfySwitchNode|PreviewAny)$/;

/** Is a node one that only hands on what it is given? */
export function isCarrier(nodeClass: string): boolean {
  return CARRIERS.test(nodeClass);
}

interface Taker extends ParamBinding {
  readonly link: ComfyLink;
}

type Takers = ReadonlyMap<string, readonly Taker[]>;

/** Graphs of the catalogue never change, and a request may ask for many of their inputs. */
const KNOWN_TAKERS = new WeakMap<ComfyGraph, Takers>();

function takersOf(graph: ComfyGraph): Takers {
  const known = KNOWN_TAKERS.get(graph);
  if (known) return known;
  const takers = new Map<string, Taker[]>();
  for (const [node, one] of Object.entries(graph))
    for (const [input, link] of linksOf(one)) {
      if (input === 'filename_prefix') continue;
      const beside = takers.get(link[0]);
      if (beside) beside.push({ node, input, link });
      else takers.set(link[0], [{ node, input, link }]);
    }
  KNOWN_TAKERS.set(graph, takers);
  return takers;
}

function described(
  graph: ComfyGraph,
  { node, input }: ParamBinding,
  info: ObjectInfo | null,
): TextInput {
  const nodeClass = ownValue(graph, node)?.class_type ?? '';
  return { node, input, nodeClass, spec: info ? specOf(info, nodeClass, input) : undefined };
}

/** By what both ends say of themselves; where neither says anything, by the input's name. */
function carriesText(graph: ComfyGraph, taker: Taker, info: ObjectInfo | null): boolean {
  const given = givenType(graph, taker.link, info);
  const { spec } = described(graph, taker, info);
  if (given !== null && !isText(given)) return false;
  if (spec) return isText(typeOf(spec));
  if (given !== null && given !== '*') return true;
  return isNamedLikeFile(taker.input) || ['STRING', '*'].includes(typeByName(taker.input));
}

/** The type of an output; `null` where nobody told. */
function givenType(
  graph: ComfyGraph,
  [source, slot]: ComfyLink,
  info: ObjectInfo | null,
): string | null {
  const nodeClass = ownValue(graph, source)?.class_type ?? '';
  const outputs = info && ownValue(info, nodeClass)?.output;
  if (outputs) {
    const type = outputs[slot];
    return Array.isArray(type) ? 'COMBO' : typeof type === 'string' ? type : '*';
  }
  if (isCarrier(nodeClass)) return 'STRING';
  return ENCODER.test(nodeClass) ? 'CONDITIONING' : null;
}

const ENCODER = /text_?encode/i;

const TEXT_TYPE =
  /^(?:\*|COMFY_.*)$|(?:^|[_,])(?:\*|ANY|COMBO|DICT|DIR|DIRECTORY|FILE|FILENAME|FOLDER|JSON|LIST|PATH|STRING|TEXT|URL)S?(?:[_,]|$)/i;

/** May what has this type be a text, or hold one? */
const isText = (type: string): boolean => TEXT_TYPE.test(type) && !/EMBED|COND/i.test(type);
