import type { ComfyGraph, InputSpec, ObjectInfo } from '../../providers/public/comfy-types';
import { classesOf, fromLiteral, isLink, withUpstream, setInputs } from '../graph/graph-edits';
import { hasUploadMark, listsNodeFiles } from '../../providers/public/node-file-inputs';
import { choicesOf, isChoiceOf, namesOf, specOf } from '../graph/input-specs';
import { linkFaults } from '../graph/link-faults';
import { reducedTo } from '../graph/reduced-catalogue';
import { modelFolder, modelsUsed, type ModelUse, sortedIds } from '../graph/model-files';
import { nearestModels, spellModel } from '../graph/model-names';
import { isNumeral } from '../json/numerals';
import { memoized } from '../json/memoize';
import { ownValue } from '../../../platform/json';
import { MAX_SUGGESTED, nearestChoices, nearestClasses } from '../graph/nearest-choices';
import { absentInputs, ownDefault } from './node-defaults';

/** A model file that a node lacks, and what it has instead. */
export interface MissingModel {
  readonly folder: string;
  readonly file: string;
  /** Similar names on the node, best first; only for the first twenty missing files. */
  readonly nearest: readonly string[];
}

/**
 * An input value that a node would refuse: a choice that an older ComfyUI lacks, a number out of bounds, a link of the
 * wrong type, or a missing required value.
 */
export interface UnsupportedValue {
  readonly node: string;
  readonly class: string;
  readonly input: string;
  /** Absent if the input has no value. */
  readonly value?: unknown;
  /** Set if the value alone doesn't explain the refusal. */
  readonly reason?: string;
  /** Similar choices, best first; absent if there are none. */
  readonly nearest?: readonly string[];
}

/** Classes of a node that are similar to a missing one, best first. */
export interface NearestClasses {
  readonly class: string;
  readonly nearest: readonly string[];
}

/** Why a node can't run a graph. It can if the three lists are empty. */
export interface Assessment {
  readonly missing_classes: readonly string[];
  /** Suggestions for missing classes; absent if there are none. */
  readonly nearest_classes?: readonly NearestClasses[];
  readonly missing_models: readonly MissingModel[];
  readonly unsupported_values: readonly UnsupportedValue[];
}

/**
 * Checks by a node's `object_info` alone whether it can run a graph. As on the node itself, every class must exist, but
 * only nodes that contribute to a result are checked further.
 */
export function assess(graph: ComfyGraph, info: ObjectInfo): Assessment {
  const missing = classesOf(graph)
    .filter((nodeClass) => !Object.hasOwn(info, nodeClass))
    .sort();
  const alike = similarClasses(missing, info);
  const needed = neededPart(graph, info);
  return {
    missing_classes: missing,
    ...(alike.length === 0 ? {} : { nearest_classes: alike }),
    missing_models: missingModels(needed, info),
    unsupported_values: [...unsupportedValues(needed, info), ...refusedLinks(needed, info)],
  };
}

/** Similar classes for the first missing ones. */
export function similarClasses(
  missing: readonly string[],
  info: ObjectInfo,
): readonly NearestClasses[] {
  return missing
    .slice(0, MAX_SUGGESTED)
    .map((name) => ({ class: name, nearest: nearestClasses(name, info) }))
    .filter(({ nearest }) => nearest.length > 0);
}

/** The output nodes and everything upstream; the whole graph if no output node is known. */
export function neededPart(graph: ComfyGraph, info: ObjectInfo): ComfyGraph {
  const roots = Object.entries(graph).flatMap(([id, { class_type }]) =>
    (ownValue(info, class_type)?.output_node ?? true) ? [id] : [],
  );
  const needed = withUpstream(graph, roots);
  return roots.length === 0
    ? graph
    : Object.fromEntries(Object.entries(graph).filter(([id]) => needed.has(id)));
}

export function isRunnable(assessment: Assessment): boolean {
  return (
    assessment.missing_classes.length === 0 &&
    assessment.missing_models.length === 0 &&
    assessment.unsupported_values.length === 0
  );
}

function missingModels(graph: ComfyGraph, info: ObjectInfo): readonly MissingModel[] {
  const missing = new Map<string, MissingModel>();
  for (const { nodeClass, input, folder, file } of modelsUsed(graph)) {
    const offered = modelsOffered(info, nodeClass, input);
    const key = `${folder}/${file}`;
    if (offered === null || missing.has(key) || spellModel(file, offered) !== null) continue;
    const nearest = missing.size < MAX_SUGGESTED ? nearestModels(file, offered) : [];
    missing.set(key, { folder, file, nearest });
  }
  return [...missing.values()];
}

/** Cached {@link assess}: graphs and catalogues are immutable. */
export function assessed(info: ObjectInfo, graph: ComfyGraph): Assessment {
  const used = usedClasses(graph)(info);
  // Suggestions for a missing class need all others.
  const isComplete = Object.keys(used).length === classesOf(graph).length;
  return assessedGraphs(isComplete ? used : info)(graph);
}

const assessedGraphs = memoized((info: ObjectInfo) =>
  memoized((graph: ComfyGraph): Assessment => assess(graph, info)),
);

const usedClasses = memoized((graph: ComfyGraph) => reducedTo(classesOf(graph)));

/** Does a node list the file for the loader that a graph uses for it? */
export function hasModel(
  info: ObjectInfo,
  { nodeClass, input, file }: Pick<ModelUse, 'nodeClass' | 'input' | 'file'>,
): boolean {
  return spellModel(file, modelsOffered(info, nodeClass, input) ?? []) !== null;
}

/** `null` if the node doesn't know the class or doesn't list the input's files. */
function modelsOffered(
  info: ObjectInfo,
  nodeClass: string,
  input: string,
): readonly string[] | null {
  const spec = specOf(info, nodeClass, input);
  return spec && choicesOf(spec) !== null ? namesOf(spec) : null;
}

function unsupportedValues(graph: ComfyGraph, info: ObjectInfo): readonly UnsupportedValue[] {
  /** Choices by class and input; none of those that name files of the node. */
  const choices = new Map<string, InputSpec | undefined>();
  const choicesFor = (nodeClass: string, input: string): InputSpec | undefined => {
    const key = `${nodeClass} ${input}`;
    if (choices.has(key)) return choices.get(key);
    const spec = specOf(info, nodeClass, input);
    const shown = spec && !listsNodeFiles(nodeClass, input, spec) ? spec : undefined;
    choices.set(key, shown);
    return shown;
  };
  return refusedValues(graph, info).map((refused, at) => {
    const { class: nodeClass, input, value } = refused;
    const spec = at < MAX_SUGGESTED ? choicesFor(nodeClass, input) : undefined;
    const nearest = spec ? nearestChoices(value, spec) : [];
    return nearest.length === 0 ? refused : { ...refused, nearest };
  });
}

function refusedValues(graph: ComfyGraph, info: ObjectInfo): readonly UnsupportedValue[] {
  return sortedIds(graph).flatMap((id) => {
    const { class_type: nodeClass = '', inputs = {} } = ownValue(graph, id) ?? {};
    const place = { node: id, class: nodeClass };
    const refused = Object.entries(inputs).filter(([input, value]) =>
      isUnsupported(info, nodeClass, input, value),
    );
    const needed = absentInputs(info, { class_type: nodeClass, inputs }).filter(
      ([input, spec]) => ownDefault(nodeClass, input, spec) === undefined,
    );
    return [
      ...refused.map(([input, value]) => ({ ...place, input, value })),
      ...needed.map(([input]) => ({ ...place, input, reason: `lacks a value for ${input}` })),
    ];
  });
}

/** Links that certainly fail; links that some classes may accept are left out. */
function refusedLinks(graph: ComfyGraph, info: ObjectInfo): readonly UnsupportedValue[] {
  return linkFaults(graph, info).flatMap(({ isSure, link, ...place }) =>
    isSure ? [{ ...place, value: link }] : [],
  );
}

/** Classes that accept values which they don't list: the editor in the browser makes the list (ComfyUI 0.33). */
const ACCEPTS_ANY = new Set(['CustomCombo']);

function isUnsupported(
  info: ObjectInfo,
  nodeClass: string,
  input: string,
  value: unknown,
): boolean {
  const spec = specOf(info, nodeClass, input);
  if (!spec || isLink(value) || hasUploadMark(spec) || ACCEPTS_ANY.has(nodeClass)) return false;
  if (typeof value === 'string' && modelFolder(nodeClass, input, value) !== null) return false;
  if (isNoNumber(fromLiteral(value), spec)) return true;
  if (typeof value === 'number' && isBeyond(value, spec)) return true;
  return !isChoiceOf(spec, value);
}

function isNoNumber(value: unknown, [type]: InputSpec): boolean {
  if (type !== 'INT' && type !== 'FLOAT') return false;
  if (typeof value === 'string') return !isNumeral(value, type);
  return typeof value !== 'number' && typeof value !== 'boolean';
}

/** Compares with the node's own bounds, which for seeds exceed JavaScript's exact integers. */
function isBeyond(value: number, [type, options]: InputSpec): boolean {
  if (type !== 'INT' && type !== 'FLOAT') return false;
  const { min, max } = options ?? {};
  return (typeof min === 'number' && value < min) || (typeof max === 'number' && value > max);
}

/**
 * The graph with model file names in this node's spelling (slashes, case, sub-folder). Unknown files stay as they are.
 * Returns the same graph if nothing changes.
 */
export function spellModels(graph: ComfyGraph, info: ObjectInfo): ComfyGraph {
  const spelled = modelsUsed(graph).flatMap(({ node, nodeClass, input, file }) => {
    const value = spellModel(file, modelsOffered(info, nodeClass, input) ?? []);
    return value === null || value === file ? [] : [{ node, input, value }];
  });
  return setInputs(graph, spelled);
}
