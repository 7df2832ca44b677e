import type { InputSpec, ObjectInfo } from '../../src/modules/providers/public/comfy-types';
import { hasUploadMark } from '../../src/modules/providers/public/node-file-inputs';
import { boundsOf, choicesOf, specOf, typeOf } from '../../src/modules/workflows/graph/input-specs';
import { type Finding, finding } from '../../src/modules/workflows/graph/lint-finding';
import { modelFolder } from '../../src/modules/workflows/graph/model-files';
import { ownValue } from '../../src/platform/json';
import type {
  ParamType,
  Workflow,
  WorkflowParam,
} from '../../src/modules/workflows/public/workflow';

/** Input types that a param of this type may be bound to. */
const SUITABLE: Readonly<Record<ParamType, readonly string[]>> = {
  string: ['STRING'],
  text: ['STRING'],
  integer: ['INT', 'FLOAT'],
  number: ['FLOAT'],
  boolean: ['BOOLEAN'],
  choice: ['COMBO', 'COMFY_DYNAMICCOMBO_V3'],
  image: ['COMBO'],
  mask: ['COMBO'],
  audio: ['COMBO'],
  video: ['COMBO'],
  model: ['COMBO'],
  lora: ['COMBO'],
  loras: [],
};

const FILES: ReadonlySet<ParamType> = new Set(['image', 'mask', 'audio', 'video']);

/** Faults of a manifest's params against the node inputs that they are bound to. */
export function paramFindings(workflow: Workflow, info: ObjectInfo): readonly Finding[] {
  return Object.entries(workflow.params).flatMap(([name, param]) =>
    param.binds.flatMap(({ node, input }) => {
      const nodeClass = ownValue(workflow.graph, node)?.class_type;
      const spec = nodeClass === undefined ? undefined : specOf(info, nodeClass, input);
      if (nodeClass === undefined || !spec) return [];
      const faults = [
        typeFault(param, spec),
        boundsFault(param, spec),
        choicesFault(param, spec),
        folderFault(param, nodeClass, input),
      ].filter((fault) => fault !== null);
      return faults.map((fault) =>
        finding(workflow, `param ${name} ${fault} (${input})`, { node }),
      );
    }),
  );
}

function typeFault(param: WorkflowParam, spec: InputSpec): string | null {
  const types = typeOf(spec).split(',');
  if (!SUITABLE[param.type].some((type) => types.includes(type)))
    return `is ${param.type}, but bound to ${typeOf(spec)}`;
  return FILES.has(param.type) && !hasUploadMark(spec) ? 'is a file, but bound to no upload' : null;
}

function boundsFault(param: WorkflowParam, spec: InputSpec): string | null {
  const { minimum = -Infinity, maximum = Infinity } = boundsOf(spec);
  const within = (bound: number | undefined): boolean =>
    bound === undefined || (bound >= minimum && bound <= maximum);
  return within(param.minimum) && within(param.maximum)
    ? null
    : `promises values beyond ${String(minimum)}..${String(maximum)}`;
}

function choicesFault(param: WorkflowParam, spec: InputSpec): string | null {
  const offered = choicesOf(spec);
  if (!param.choices || offered === null) return null;
  const unknown = param.choices.filter((choice) => !offered.includes(choice));
  return unknown.length === 0 ? null : `offers ${unknown.join(', ')}, which isn't a choice`;
}

function folderFault(param: WorkflowParam, nodeClass: string, input: string): string | null {
  if (param.type !== 'model' && param.type !== 'lora') return null;
  const folder = modelFolder(nodeClass, input, '');
  return folder === (param.folder ?? null)
    ? null
    : `says folder ${param.folder ?? 'none'}, but its loader reads ${folder ?? 'none'}`;
}
