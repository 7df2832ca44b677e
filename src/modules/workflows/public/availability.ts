import type { ComfyGraph, ObjectInfo } from '../../providers/public/comfy-types';
import { isLink, setInput } from '../graph-edits';
import { choicesOf, isUpload, namesOf, specOf } from '../input-specs';
import { modelFolder, modelsUsed, type ModelUse, sortedIds } from '../model-files';
import { nearestModels, spellModel } from '../model-names';
import { ownValue } from '../own-value';

/** A model file that a node lacks, and what it has instead. */
export interface MissingModel {
  readonly folder: string;
  readonly file: string;
  /** Names that the node has and that look alike, best first. */
  readonly nearest: readonly string[];
}

/** A setting that a node doesn't know: an older ComfyUI without the sampler, the text encoder type, … */
export interface UnsupportedValue {
  readonly node: string;
  readonly class: string;
  readonly input: string;
  readonly value: unknown;
}

/** Why a node can't run a graph; three empty lists: it can. */
export interface Assessment {
  readonly missing_classes: readonly string[];
  readonly missing_models: readonly MissingModel[];
  readonly unsupported_values: readonly UnsupportedValue[];
}

/** Can a node run this graph? Judged by its `object_info` alone. Pure. */
export function assess(graph: ComfyGraph, info: ObjectInfo): Assessment {
  const classes = Object.values(graph).map((node) => node.class_type);
  const missing = classes.filter((nodeClass) => !Object.hasOwn(info, nodeClass));
  return {
    missing_classes: [...new Set(missing)].sort(),
    missing_models: missingModels(graph, info),
    unsupported_values: unsupportedValues(graph, info),
  };
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
    if (offered === null || spellModel(file, offered) !== null) continue;
    missing.set(`${folder}/${file}`, { folder, file, nearest: nearestModels(file, offered) });
  }
  return [...missing.values()];
}

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
  return sortedIds(graph).flatMap((id) => {
    const node = ownValue(graph, id);
    return Object.entries(node?.inputs ?? {})
      .filter(([input, value]) => isUnsupported(info, node?.class_type ?? '', input, value))
      .map(([input, value]) => ({ node: id, class: node?.class_type ?? '', input, value }));
  });
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
  const choices = choicesOf(spec);
  return choices !== null && !choices.includes(value);
}

/**
 * The graph with its model files as this node spells them: slashes, case, sub-folder. What the node lacks stays as it
 * is. Pure; the very graph when there is nothing to change.
 */
export function spellModels(graph: ComfyGraph, info: ObjectInfo): ComfyGraph {
  return modelsUsed(graph).reduce((spelled, { node, nodeClass, input, file }) => {
    const name = spellModel(file, modelsOffered(info, nodeClass, input) ?? []);
    return name === null || name === file ? spelled : setInput(spelled, node, input, name);
  }, graph);
}
