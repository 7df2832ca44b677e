import type {
  ComfyGraph,
  ComfyLink,
  InputSpec,
  NodeClassInfo,
  ObjectInfo,
} from '../../providers/public/comfy-types';
import { linksOf } from './graph-edits';
import { isDynamic, specOf, typeOf } from './input-specs';
import { memoized } from '../json/memoize';
import { ownValue } from '../../../platform/json';

interface Fault {
  readonly reason: string;
  /** Would every node refuse it? Some classes accept more than `object_info` says. */
  readonly isSure: boolean;
}

/** Why every node would refuse a link; `null` for links that some accept. */
export function sureLinkFault(
  graph: ComfyGraph,
  link: ComfyLink,
  spec: InputSpec,
  info: ObjectInfo,
): string | null {
  const fault = faultOf(graph, link, spec, info);
  return fault?.isSure === true ? fault.reason : null;
}

/**
 * Why a node would refuse a link: its source has no such output, or the types don't match. `null` for valid links and
 * sources of unknown classes. Follows ComfyUI's `validate_inputs`; classes of packs may have their own checks.
 */
function faultOf(
  graph: ComfyGraph,
  [source, slot]: ComfyLink,
  spec: InputSpec,
  info: ObjectInfo,
): Fault | null {
  const from = ownValue(graph, source);
  const described = from && ownValue(info, from.class_type);
  if (!described) return null;
  const outputs = outputTypes(described);
  // Negative indexes count from the end, as in Python.
  const type = Number.isInteger(slot) ? outputs.at(slot) : undefined;
  if (type === undefined)
    return {
      reason: `is linked to ${source}, which has no output ${String(slot)}`,
      // A class with outputs of any type may have more outputs than it lists.
      isSure: !hasLooseOutput(described),
    };
  const inputType = typeOf(spec);
  if (isCompatible(type, inputType)) return null;
  return {
    reason: `takes ${inputType}, but ${source} gives ${type}`,
    isSure: !isLoose(type) && !isLoose(inputType),
  };
}

const outputTypes = memoized((described: NodeClassInfo) =>
  described.output.map((type) => typeOf([type])),
);

const hasLooseOutput = memoized((described: NodeClassInfo) => outputTypes(described).some(isLoose));

/** A link that a node would refuse. */
export interface LinkFault {
  readonly node: string;
  readonly class: string;
  readonly input: string;
  readonly link: ComfyLink;
  readonly reason: string;
  readonly isSure: boolean;
}

/** The faulty links of a graph into known classes. */
export function linkFaults(graph: ComfyGraph, info: ObjectInfo): readonly LinkFault[] {
  return Object.entries(graph).flatMap(([id, node]) =>
    linksOf(node).flatMap(([input, link]) => {
      const spec = specOf(info, node.class_type, input);
      const fault = spec && !isDynamic(spec) ? faultOf(graph, link, spec, info) : null;
      if (!fault) return [];
      const place = { node: id, class: node.class_type, input, link };
      return [{ ...place, reason: `input ${input} ${fault.reason}`, isSure: fault.isSure }];
    }),
  );
}

const typesOf = (type: string): readonly string[] => type.split(',').map((one) => one.trim());

function isCompatible(outputType: string, inputType: string): boolean {
  const outputTypeNames = typesOf(outputType);
  const inputTypeNames = typesOf(inputType);
  const matchesAny = (type: string): boolean => type === '*' || type.startsWith('COMFY_MATCHTYPE');
  return (
    [...outputTypeNames, ...inputTypeNames].some(matchesAny) ||
    inputTypeNames.some((type) => outputTypeNames.includes(type))
  );
}

/** Choices, multiple types, any type and dynamic types: packs have their own checks for these. */
const isLoose = (type: string): boolean => /^COMBO$|^COMFY_|[,*]/.test(type);
