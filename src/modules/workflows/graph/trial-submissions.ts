import type { ComfyGraph, ObjectInfo } from '../../providers/public/comfy-types';
import { isLink } from './graph-edits';
import { choicesOf, specOf } from './input-specs';
import { isMedia } from '../catalogue/media-params';
import { ownValue } from '../../../platform/json';
import { assess, type Assessment } from '../public/availability';
import { withDefaults } from '../public/node-defaults';
import { buildGraph } from '../public/graph-builder';
import { seedRange } from '../public/seed-range';
import type { Workflow } from '../public/workflow';

/** Why a node would refuse the graph built from values, although it accepts the workflow's own graph. */
export interface TrialFault {
  /** The params whose value, or missing value, causes it; may be empty. */
  readonly params: readonly string[];
  readonly reason: string;
  /** Whether only a model file is missing, which may be added to the node later. */
  readonly isFile: boolean;
}

type Values = Readonly<Record<string, unknown>>;
type Refused = Assessment['unsupported_values'][number];

/**
 * Builds the graph of a request with these values and checks it without a node: once without optional files and with the
 * lowest seed, once with them and with the highest seed. Missing values keep those of the graph; files get a placeholder.
 * @param values valid values by param
 */
export function trialFaults(
  workflow: Workflow,
  values: Values,
  info: ObjectInfo,
): readonly TrialFault[] {
  const ownFaults = assess(workflow.graph, info);
  const existing = new Set([
    ...ownFaults.unsupported_values.map(keyOf),
    ...ownFaults.missing_models.map(keyOf),
  ]);
  const faults = trialValues(workflow, values).flatMap((run) => {
    const { unsupported_values, missing_models } = assess(
      buildTrialGraph(workflow, run, info),
      info,
    );
    return [
      ...unsupported_values
        .filter((refused) => !existing.has(keyOf(refused)) && !isPlaceholder(refused, info))
        .map((refused) => refusedFault(workflow, run, refused)),
      ...missing_models
        .filter((model) => !existing.has(keyOf(model)))
        .map(({ folder, file }) => ({
          params: paramsWithValue(workflow, run, file),
          reason: `the node has no ${file} in ${folder}`,
          isFile: true,
        })),
      ...missingResultFaults(workflow, run, info),
    ];
  });
  return [...new Map(faults.map((one) => [JSON.stringify(one), one])).values()];
}

const keyOf = (fault: Refused | Assessment['missing_models'][number]): string =>
  'file' in fault
    ? JSON.stringify([fault.folder, fault.file])
    : JSON.stringify([fault.node, fault.input]);

const buildTrialGraph = (workflow: Workflow, values: Values, info: ObjectInfo): ComfyGraph =>
  withDefaults(buildGraph(workflow, { values, loras: [], outputPrefix: 'trial' }), info);

const PLACEHOLDER = 'a file';

/** A loader refuses the placeholder only because it doesn't list it. */
const isPlaceholder = ({ class: nodeClass, input, value }: Refused, info: ObjectInfo): boolean => {
  const spec = specOf(info, nodeClass, input);
  return value === PLACEHOLDER && spec !== undefined && choicesOf(spec) !== null;
};

function trialValues(workflow: Workflow, values: Values): readonly Values[] {
  const params = Object.entries(workflow.params);
  const defaults = params.flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const files = params.filter(([, { type }]) => isMedia(type));
  const placeholders = (all: typeof files): Values =>
    Object.fromEntries(all.map(([name]) => [name, PLACEHOLDER]));
  const seeds = seedRange(workflow);
  const base = Object.fromEntries(defaults);
  return [
    {
      ...base,
      ...placeholders(files.filter(([, { required }]) => required)),
      ...(seeds ? { seed: seeds.lowest } : {}),
      ...values,
    },
    {
      ...base,
      ...placeholders(files),
      ...(seeds ? { seed: seeds.lowest + seeds.count - 1 } : {}),
      ...values,
    },
  ];
}

function refusedFault(
  workflow: Workflow,
  run: Values,
  { node, class: nodeClass, input, value, reason }: Refused,
): TrialFault {
  const place = `${input} of node ${node} (${nodeClass})`;
  const bound = paramsBoundTo(workflow, node, input);
  if (bound.length > 0) return fault(bound, `${place} doesn't take ${JSON.stringify(value)}`);
  const graphValue = ownValue(ownValue(workflow.graph, node)?.inputs ?? {}, input);
  const absent = isLink(graphValue) ? omittedFilesRemoving(workflow, run, graphValue[0]) : [];
  if (absent.length > 0)
    return fault(
      absent,
      `without a file, nothing is left for ${place}: require it, or bind something else`,
    );
  if (value === undefined) return fault([], `${place} has no value`);
  return fault([], reason ?? `${place} doesn't take ${JSON.stringify(value)}`);
}

const fault = (params: readonly string[], reason: string): TrialFault => ({
  params,
  reason,
  isFile: false,
});

function paramsBoundTo({ params }: Workflow, node: string, input: string): readonly string[] {
  const names = Object.entries(params).flatMap(([name, { binds }]) =>
    binds
      .filter((bind) => bind.node === node && bind.input === input)
      .flatMap(({ plus }) => [name, ...(plus === undefined ? [] : [plus])]),
  );
  return [...new Set(names)];
}

/** The optional file params that a run omits, and whose omission removes the node. */
function omittedFilesRemoving({ params }: Workflow, run: Values, node: string): readonly string[] {
  return Object.entries(params).flatMap(([name, { type, required, binds, branch = [] }]) => {
    const isAbsent = isMedia(type) && !required && ownValue(run, name) === undefined;
    const removesNode = branch.includes(node) || binds.some((bind) => bind.node === node);
    return isAbsent && removesNode ? [name] : [];
  });
}

const paramsWithValue = ({ params }: Workflow, run: Values, value: string): readonly string[] =>
  Object.keys(params).filter((name) => ownValue(run, name) === value);

/** A fault if omitting files removes every output node. */
function missingResultFaults(
  workflow: Workflow,
  run: Values,
  info: ObjectInfo,
): readonly TrialFault[] {
  const outputs = Object.entries(workflow.graph)
    .filter(([, { class_type }]) => ownValue(info, class_type)?.output_node === true)
    .map(([id]) => omittedFilesRemoving(workflow, run, id));
  const losesAllOutputs = outputs.length > 0 && outputs.every((names) => names.length > 0);
  return losesAllOutputs
    ? [fault([...new Set(outputs.flat())], 'without a file, nothing saves a result: require it')]
    : [];
}
