import type {
  ComfyNode,
  InputSpec,
  NodeClassInfo,
  ObjectInfo,
} from '../../src/modules/providers/public/comfy-types';
import { fromLiteral, isLink } from '../../src/modules/workflows/graph/graph-edits';
import { hasUploadMark } from '../../src/modules/providers/public/node-file-inputs';
import {
  boundsOf,
  choicesOf,
  isDynamic,
  optionalOf,
  requiredOf,
  typeOf,
} from '../../src/modules/workflows/graph/input-specs';
import { linkFaults } from '../../src/modules/workflows/graph/link-faults';
import {
  type Finding,
  finding,
  type LintedGraph,
} from '../../src/modules/workflows/graph/lint-finding';
import { modelFolder } from '../../src/modules/workflows/graph/model-files';
import { ownValue } from '../../src/platform/json';

/** Types whose inputs the editor shows as a field, so that a literal belongs there. */
const WIDGETS: ReadonlySet<string> = new Set([
  ...['INT', 'FLOAT', 'STRING', 'BOOLEAN', 'COMBO', 'COLOR', 'COLORS', 'CURVE', 'RANGE', '*'],
  ...['COMFY_DYNAMICCOMBO_V3', 'BOUNDING_BOX', 'BOUNDING_BOXES', 'WEBCAM', 'LOAD_3D', 'MARKDOWN'],
]);

/** Faults of a graph's nodes against `object_info`, including those that `POST /prompt` would accept. */
export function graphFindings(linted: LintedGraph, info: ObjectInfo): readonly Finding[] {
  const ofLinks = linkFaults(linted.graph, info).map(({ node, reason }) =>
    finding(linted, reason, { node }),
  );
  const ofNodes = Object.entries(linted.graph).flatMap(([id, node]) => {
    const described = ownValue(info, node.class_type);
    const faults = described
      ? [...missingInputs(node, described), ...inputFaults(node, described)]
      : ['no such node class'];
    return faults.map((reason) => finding(linted, reason, { node: id }));
  });
  return [...ofLinks, ...ofNodes];
}

function missingInputs(node: ComfyNode, described: NodeClassInfo): readonly string[] {
  return Object.entries(requiredOf(described))
    .filter(([input, spec]) => !isDynamic(spec) && !Object.hasOwn(node.inputs, input))
    .map(([input]) => `required input ${input} is missing`);
}

function inputFaults(node: ComfyNode, described: NodeClassInfo): readonly string[] {
  const inputs = { ...requiredOf(described), ...optionalOf(described) };
  return Object.entries(node.inputs).flatMap(([input, value]) => {
    const spec = ownValue(inputs, input);
    if (!spec) return isDynamicPart(inputs, input) ? [] : [`no such input: ${input}`];
    const fault = isLink(value)
      ? null
      : literalFault(node.class_type, input, spec, fromLiteral(value));
    return fault === null ? [] : [`input ${input} ${fault}`];
  });
}

function isDynamicPart(inputs: Readonly<Record<string, InputSpec>>, input: string): boolean {
  const head = ownValue(inputs, input.split('.')[0] ?? '');
  return input.includes('.') && head !== undefined && isDynamic(head);
}

function literalFault(
  nodeClass: string,
  input: string,
  spec: InputSpec,
  value: unknown,
): string | null {
  const namesFile =
    hasUploadMark(spec) ||
    (typeof value === 'string' && modelFolder(nodeClass, input, value) !== null);
  return (
    typeFault(spec, value) ??
    boundsFault(spec, value) ??
    (namesFile ? null : choiceFault(spec, value))
  );
}

function typeFault(spec: InputSpec, value: unknown): string | null {
  const types = typeOf(spec).split(',');
  if (!types.some((type) => WIDGETS.has(type))) return `takes a link to ${typeOf(spec)}`;
  return types.some((type) => suits(type, value)) ? null : `must be ${typeOf(spec)}`;
}

function boundsFault(spec: InputSpec, value: unknown): string | null {
  const { minimum = -Infinity, maximum = Infinity } = boundsOf(spec);
  return typeof value === 'number' && (value < minimum || value > maximum)
    ? `must lie within ${String(minimum)}..${String(maximum)}`
    : null;
}

function choiceFault(spec: InputSpec, value: unknown): string | null {
  const choices = choicesOf(spec);
  return choices === null || choices.includes(value)
    ? null
    : `must be one of ${choices.map(String).join(', ')}`;
}

function suits(type: string, value: unknown): boolean {
  if (type === 'INT') return Number.isInteger(value);
  if (type === 'FLOAT') return typeof value === 'number';
  if (type === 'STRING') return typeof value === 'string';
  if (type === 'BOOLEAN') return typeof value === 'boolean';
  return WIDGETS.has(type);
}
