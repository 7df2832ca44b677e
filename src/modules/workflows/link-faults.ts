import type { ComfyGraph, ComfyLink, InputSpec, ObjectInfo } from '../providers/public/comfy-types';
import { linksOf } from './graph-edits';
import { isDynamic, specOf, typeOf } from './input-specs';
import { ownValue } from './own-value';

/**
 * Why a node would refuse a link: its source has no such output, or gives another type than the input takes. `null`
 * too where the source's class isn't known. As ComfyUI judges (`validate_inputs`), but that some classes of packs
 * look at the types themselves, which `object_info` doesn't tell. Pure.
 */
export function linkFault(
  graph: ComfyGraph,
  [source, slot]: ComfyLink,
  spec: InputSpec,
  info: ObjectInfo,
): string | null {
  const from = ownValue(graph, source);
  const described = from && ownValue(info, from.class_type);
  if (!described) return null;
  const given = described.output[slot];
  if (given === undefined) return `is linked to ${source}, which has no output ${String(slot)}`;
  const type = typeOf([given]);
  return isCompatible(type, typeOf(spec))
    ? null
    : `takes ${typeOf(spec)}, but ${source} gives ${type}`;
}

/** A link that a node would refuse. */
export interface LinkFault {
  readonly node: string;
  readonly class: string;
  readonly reason: string;
}

/** Every such link of a graph, where the class that takes it is known. Pure. */
export function linkFaults(graph: ComfyGraph, info: ObjectInfo): readonly LinkFault[] {
  return Object.entries(graph).flatMap(([id, node]) =>
    linksOf(node).flatMap(([input, link]) => {
      const spec = specOf(info, node.class_type, input);
      const fault = spec && !isDynamic(spec) ? linkFault(graph, link, spec, info) : null;
      return fault ? [{ node: id, class: node.class_type, reason: `input ${input} ${fault}` }] : [];
    }),
  );
}

function isCompatible(given: string, wanted: string): boolean {
  const offers = given.split(',');
  const takes = wanted.split(',');
  const open = (type: string): boolean => type === '*' || type.startsWith('COMFY_MATCHTYPE');
  return [...offers, ...takes].some(open) || takes.some((type) => offers.includes(type));
}
