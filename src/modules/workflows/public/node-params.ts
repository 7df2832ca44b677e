import type { InputSpec, ObjectInfo } from '../../providers/public/comfy-types';
import { listsNodeFiles } from '../../providers/public/node-file-inputs';
import { isLink } from '../graph/graph-edits';
import { PARAM_TYPE_BY_INPUT_TYPE, specOf, typeOf } from '../graph/input-specs';
import { modelFolder } from '../graph/model-files';
import { ownValue } from '../../../platform/json';
import type { ParamBinding, ParamType, Workflow, WorkflowParam } from './workflow';

/** A value of the graph itself that a request may set. */
interface Literal extends ParamBinding {
  readonly nodeClass: string;
  readonly value: unknown;
  readonly spec: InputSpec | undefined;
}

/**
 * The param for `node_<id>.<input>`, if the input has a literal and belongs to no other param; otherwise `null`. Output
 * prefixes are excluded, because this service sets them. `info` is null while the node was never reached.
 */
export function nodeParam(
  workflow: Workflow,
  name: string,
  info: ObjectInfo | null,
): WorkflowParam | null {
  const literal = literalOf(workflow, name, info);
  const type = literal && typeFor(literal);
  if (!literal || !type) return null;
  const { node, input, nodeClass } = literal;
  return {
    ...type,
    required: false,
    description: `Input ${input} of node ${node} (${nodeClass}).`,
    binds: [{ node, input }],
  };
}

function literalOf(workflow: Workflow, name: string, info: ObjectInfo | null): Literal | null {
  const [, id, input] = /^node_([^.]+)\.(.+)$/.exec(name) ?? [];
  const node = id === undefined ? undefined : ownValue(workflow.graph, id);
  if (!node || id === undefined || input === undefined) return null;
  const value = ownValue(node.inputs, input);
  if (value === undefined || isLink(value) || isSetElsewhere(workflow, { node: id, input }))
    return null;
  const nodeClass = node.class_type;
  const spec = info ? specOf(info, nodeClass, input) : undefined;
  return { node: id, input, nodeClass, value, spec };
}

/** Is the input set by this service or by another param? */
const isSetElsewhere = (workflow: Workflow, { node, input }: ParamBinding): boolean =>
  input === 'filename_prefix' ||
  Object.values(workflow.params).some(({ binds }) =>
    binds.some((bind) => bind.node === node && bind.input === input),
  );

const LITERAL_TYPES: Readonly<Record<string, ParamType>> = {
  string: 'text',
  number: 'number',
  boolean: 'boolean',
};

/** The type that the node declares, else the type of the graph's value. */
function typeFor({
  nodeClass,
  input,
  value,
  spec,
}: Literal): Pick<WorkflowParam, 'type' | 'folder'> | null {
  const folder = typeof value === 'string' ? modelFolder(nodeClass, input, value) : null;
  if (folder !== null) return { type: 'model', folder };
  // File choices are left out: they change with every upload, omit sub-folders, and would show other callers' files.
  const listed = spec && !listsNodeFiles(nodeClass, input, spec);
  const declared = listed ? ownValue(PARAM_TYPE_BY_INPUT_TYPE, typeOf(spec)) : undefined;
  const type = declared ?? ownValue(LITERAL_TYPES, typeof value);
  return type ? { type } : null;
}
