import type { ComfyGraph, InputSpec, ObjectInfo } from '../../providers/public/comfy-types';
import { fromLiteral, isLink, linksOf, setInputs } from '../graph/graph-edits';
import { choicesOf, isChoiceOf, isUpload, namesOf, specOf } from '../graph/input-specs';
import { linkFaults } from '../graph/link-faults';
import { modelFolder, modelsUsed, type ModelUse, sortedIds } from '../graph/model-files';
import { nearestModels, spellModel } from '../graph/model-names';
import { isNumeral } from '../json/numerals';
import { once } from '../json/once';
import { ownValue } from '../json/json-values';
import { MAX_SUGGESTED, nearestChoices, nearestClasses } from '../records/suggestions';
import { absentInputs, ownDefault } from './node-defaults';

/** A model file that a node lacks, and what it has instead. */
export interface MissingModel {
  readonly folder: string;
  readonly file: string;
  /** Names that the node has and that look alike, best first; told of the first twenty missing files. */
  readonly nearest: readonly string[];
}

/**
 * A setting that a node doesn't take: an older ComfyUI without the sampler, the text encoder type, …, a number beyond its
 * bounds, a link from what gives something else, or nothing where it needs something.
 */
export interface UnsupportedValue {
  readonly node: string;
  readonly class: string;
  readonly input: string;
  /** Left out: nothing stands there. */
  readonly value?: unknown;
  /** Where the value alone doesn't tell. */
  readonly reason?: string;
  /** Choices that look alike, best first; absent where there are none. */
  readonly nearest?: readonly string[];
}

/** Classes that a node has and that look like one that it lacks, best first. */
export interface NearestClasses {
  readonly class: string;
  readonly nearest: readonly string[];
}

/** Why a node can't run a graph; three empty lists: it can. */
export interface Assessment {
  readonly missing_classes: readonly string[];
  /** Of missing classes that look like others; absent where none does. */
  readonly nearest_classes?: readonly NearestClasses[];
  readonly missing_models: readonly MissingModel[];
  readonly unsupported_values: readonly UnsupportedValue[];
}

/**
 * Can a node run this graph? Judged by its `object_info` alone. As on the node itself, every class must be there, and of
 * the rest only what a result is made of is looked at. Pure.
 */
export function assess(graph: ComfyGraph, info: ObjectInfo): Assessment {
  const classes = new Set(Object.values(graph).map((node) => node.class_type));
  const missing = [...classes].filter((nodeClass) => !Object.hasOwn(info, nodeClass)).sort();
  const alike = classesAlike(missing, info);
  const needed = neededPart(graph, info);
  return {
    missing_classes: missing,
    ...(alike.length === 0 ? {} : { nearest_classes: alike }),
    missing_models: missingModels(needed, info),
    unsupported_values: [...unsupportedValues(needed, info), ...refusedLinks(needed, info)],
  };
}

/** What a node has instead of classes that it lacks, of the first of them. Pure. */
export function classesAlike(
  missing: readonly string[],
  info: ObjectInfo,
): readonly NearestClasses[] {
  return missing
    .slice(0, MAX_SUGGESTED)
    .map((name) => ({ class: name, nearest: nearestClasses(name, info) }))
    .filter(({ nearest }) => nearest.length > 0);
}

/** The nodes behind those that give a result; where none is known to give one, all of them. */
export function neededPart(graph: ComfyGraph, info: ObjectInfo): ComfyGraph {
  const roots = Object.entries(graph).flatMap(([id, { class_type }]) =>
    (ownValue(info, class_type)?.output_node ?? true) ? [id] : [],
  );
  const needed = new Set(roots);
  for (const id of needed) {
    const node = ownValue(graph, id);
    if (node) for (const [, [source]] of linksOf(node)) needed.add(source);
  }
  return roots.length === 0
    ? graph
    : Object.fromEntries(Object.entries(graph).filter(([id]) => needed.has(id)));
}

/** Nothing missing, nothing unknown. */
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

/** {@link assess}, once for a graph and a catalogue: neither ever changes. */
export const assessed = once((info: ObjectInfo) =>
  once((graph: ComfyGraph): Assessment => assess(graph, info)),
);

/** Does a node list the file for the loader that a graph uses for it? */
export function hasModel(
  info: ObjectInfo,
  { nodeClass, input, file }: Pick<ModelUse, 'nodeClass' | 'input' | 'file'>,
): boolean {
  return spellModel(file, modelsOffered(info, nodeClass, input) ?? []) !== null;
}

/** `null`: the node doesn't know the class, or doesn't list the input's files. */
function modelsOffered(
  info: ObjectInfo,
  nodeClass: string,
  input: string,
): readonly string[] | null {
  const spec = specOf(info, nodeClass, input);
  return spec && choicesOf(spec) !== null ? namesOf(spec) : null;
}

function unsupportedValues(graph: ComfyGraph, info: ObjectInfo): readonly UnsupportedValue[] {
  return refusedValues(graph, info).map((refused, at) => {
    const { class: nodeClass, input, value } = refused;
    const spec = at < MAX_SUGGESTED ? specOf(info, nodeClass, input) : undefined;
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

/** Links that no node with these classes takes; what some classes may take after all is none. */
function refusedLinks(graph: ComfyGraph, info: ObjectInfo): readonly UnsupportedValue[] {
  return linkFaults(graph, info).flatMap(({ isSure, link, ...place }) =>
    isSure ? [{ ...place, value: link }] : [],
  );
}

function isUnsupported(
  info: ObjectInfo,
  nodeClass: string,
  input: string,
  value: unknown,
): boolean {
  const spec = specOf(info, nodeClass, input);
  if (!spec || isLink(value) || isUpload(spec)) return false;
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

/** By the node's own words: bounds of seeds lie beyond what numbers hold exactly. */
function isBeyond(value: number, [type, options]: InputSpec): boolean {
  if (type !== 'INT' && type !== 'FLOAT') return false;
  const { min, max } = options ?? {};
  return (typeof min === 'number' && value < min) || (typeof max === 'number' && value > max);
}

/**
 * The graph with its model files as this node spells them: slashes, case, sub-folder. What the node lacks stays as it
 * is. Pure; the very graph when there is nothing to change.
 */
export function spellModels(graph: ComfyGraph, info: ObjectInfo): ComfyGraph {
  const spelled = modelsUsed(graph).flatMap(({ node, nodeClass, input, file }) => {
    const value = spellModel(file, modelsOffered(info, nodeClass, input) ?? []);
    return value === null || value === file ? [] : [{ node, input, value }];
  });
  return setInputs(graph, spelled);
}
