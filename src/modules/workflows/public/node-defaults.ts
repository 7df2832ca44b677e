import type {
  ComfyGraph,
  ComfyNode,
  InputSpec,
  ObjectInfo,
} from '../../providers/public/comfy-types';
import { setInputs } from '../graph/graph-edits';
import { hasUploadMark } from '../../providers/public/node-file-inputs';
import { choicesOf, requiredOf, typeOf } from '../graph/input-specs';
import { modelFolder } from '../graph/model-files';
import { ownValue } from '../../../platform/json';

/** Types of inputs that stand for any number of inputs, including none. */
const ANY_NUMBER: ReadonlySet<string> = new Set(['COMFY_AUTOGROW_V3', 'COMFY_DYNAMICSLOT_V3']);

/** Required inputs that have neither a value nor a link. */
export function absentInputs(
  info: ObjectInfo,
  { class_type: nodeClass, inputs }: ComfyNode,
): readonly (readonly [input: string, spec: InputSpec])[] {
  const described = ownValue(info, nodeClass);
  return Object.entries(described ? requiredOf(described) : {}).filter(
    ([input, spec]) => !Object.hasOwn(inputs, input) && !ANY_NUMBER.has(typeOf(spec)),
  );
}

/** The default value of ComfyUI's editor for an input; never a file. `undefined` if there is none. */
export function ownDefault(nodeClass: string, input: string, spec: InputSpec): unknown {
  const value = spec[1]?.['default'] ?? choicesOf(spec)?.[0];
  const isFile = typeof value === 'string' && modelFolder(nodeClass, input, value) !== null;
  return isFile || hasUploadMark(spec) ? undefined : value;
}

/**
 * Adds the node's default to every required input without a value: newer class versions have new inputs, and nodes
 * refuse older graphs without them. Returns the same graph if nothing is missing.
 */
export function withDefaults(graph: ComfyGraph, info: ObjectInfo): ComfyGraph {
  const added = Object.entries(graph).flatMap(([id, node]) =>
    absentInputs(info, node).map(([input, spec]) => ({
      node: id,
      input,
      value: ownDefault(node.class_type, input, spec),
    })),
  );
  return setInputs(
    graph,
    added.filter(({ value }) => value !== undefined),
  );
}
