import type { ComfyGraph } from '../../providers/public/comfy-types';
import { isLink, linksOf } from './graph-edits';
import { type Finding, finding } from './lint-finding';
import { ownValue } from '../../../platform/json';
import { checkParam, hasValidValue } from '../public/param-check';
import { type LoraSlot, MODES, type Workflow, type WorkflowParam } from '../public/workflow';

/**
 * Faults that are found without a node: dangling links, cycles, missing targets of binds, slots and branches, values
 * outside of the workflow's own bounds. Empty if the workflow is valid.
 */
export function structureFindings(workflow: Workflow): readonly Finding[] {
  return [
    ...manifestFindings(workflow),
    ...linkFindings(workflow),
    ...cycleFindings(workflow),
    ...bindFindings(workflow),
    ...branchFindings(workflow),
    ...slotsFindings(workflow),
    ...sharedSlotFindings(workflow),
    ...rangeFindings(workflow),
    ...valueFindings(workflow),
  ];
}

function manifestFindings(workflow: Workflow): readonly Finding[] {
  const { kind, modes, params } = workflow;
  const foreignModes = modes.filter((mode) => !MODES[kind].includes(mode));
  const prompt = ownValue(params, 'prompt');
  return [
    ...(modes.length === 0 ? [finding(workflow, 'names no mode', { field: 'modes' })] : []),
    ...foreignModes.map((mode) =>
      finding(workflow, `mode ${mode} doesn't belong to kind ${kind}`, { field: 'modes' }),
    ),
    ...(prompt?.type === 'text'
      ? []
      : [finding(workflow, 'has no param prompt of type text', { field: 'params.prompt' })]),
  ];
}

function linkFindings(workflow: Workflow): readonly Finding[] {
  return Object.entries(workflow.graph).flatMap(([id, node]) =>
    linksOf(node)
      .filter(([, [source]]) => !Object.hasOwn(workflow.graph, source))
      .map(([input, [source]]) =>
        finding(workflow, `input ${input} is linked to ${source}, which isn't in the graph`, {
          node: id,
          input,
        }),
      ),
  );
}

function cycleFindings(workflow: Workflow): readonly Finding[] {
  return [...nodesOnCycles(workflow.graph)].map((id) =>
    finding(workflow, 'is part of a cycle', { node: id }),
  );
}

/** Nodes on a cycle. Not recursive, because graphs may be thousands of nodes deep. */
function nodesOnCycles(graph: ComfyGraph): ReadonlySet<string> {
  const entered = new Set<string>();
  const finished = new Set<string>();
  const onCycle = new Set<string>();
  const stack = Object.keys(graph).reverse();
  for (let id = stack.at(-1); id !== undefined; id = stack.at(-1)) {
    if (entered.has(id)) {
      finished.add(id);
      stack.pop();
      continue;
    }
    entered.add(id);
    const node = ownValue(graph, id);
    for (const [, [source]] of node ? linksOf(node) : []) {
      if (!entered.has(source)) stack.push(source);
      else if (!finished.has(source)) onCycle.add(source);
    }
  }
  return onCycle;
}

function bindFindings(workflow: Workflow): readonly Finding[] {
  const paramByInput = new Map<string, string>();
  return Object.entries(workflow.params).flatMap(([name, param]) =>
    param.binds.flatMap(({ node, input, plus }) => {
      const key = `${node}.${input}`;
      const other = paramByInput.get(key);
      paramByInput.set(key, name);
      const fault =
        other === undefined
          ? (bindFault(workflow, node, input) ?? plusFault(workflow, name, plus))
          : `as ${other} does`;
      return fault === null ? [] : [paramFinding(workflow, name, `binds ${key} ${fault}`, node)];
    }),
  );
}

function bindFault(workflow: Workflow, node: string, input: string): string | null {
  const bound = ownValue(workflow.graph, node);
  if (!bound) return 'but there is no such node';
  if (!Object.hasOwn(bound.inputs, input)) return 'but the node has no such input';
  return isLink(bound.inputs[input]) ? 'but that is a link' : null;
}

/** The param named by `plus` needs an input of its own, so that both values can be read back from the graph. */
function plusFault(workflow: Workflow, name: string, plus: string | undefined): string | null {
  if (plus === undefined) return null;
  const [other] = ownValue(workflow.params, plus)?.binds ?? [];
  const isPlain = plus !== name && other !== undefined && other.plus === undefined;
  if (!isPlain) return `plus ${plus}, which isn't a param with an input of its own`;
  const texts = [name, plus].filter((one) => !isNumber(ownValue(workflow.params, one)));
  return texts.length === 0
    ? null
    : `plus ${plus}, but only numbers add up, and ${texts.join(' and ')} ${texts.length === 1 ? 'is' : 'are'} none`;
}

const isNumber = (param: WorkflowParam | undefined): boolean =>
  param?.type === 'integer' || param?.type === 'number';

function branchFindings(workflow: Workflow): readonly Finding[] {
  return Object.entries(workflow.params).flatMap(([name, param]) =>
    (param.branch ?? [])
      .filter((id) => !Object.hasOwn(workflow.graph, id))
      .map((node) =>
        finding(workflow, `the branch of param ${name} names a missing node`, {
          node,
          field: `params.${name}`,
        }),
      ),
  );
}

function slotsFindings(workflow: Workflow): readonly Finding[] {
  const consumed = new Set(
    Object.values(workflow.graph).flatMap((node) =>
      linksOf(node).map(([, [id, output]]) => outputKey(id, output)),
    ),
  );
  return workflow.lora_slots.flatMap((slot) => slotFindings(workflow, slot, consumed));
}

const outputKey = (id: string, output: number): string => `${id}.${String(output)}`;

function slotFindings(
  workflow: Workflow,
  slot: LoraSlot,
  consumed: ReadonlySet<string>,
): readonly Finding[] {
  const sources = [slot.model, ...(slot.clip ? [slot.clip] : [])];
  const absent = sources.filter(([id]) => !Object.hasOwn(workflow.graph, id));
  const unused = sources.filter(([id, output]) => !consumed.has(outputKey(id, output)));
  const needsClip = slot.loader === 'LoraLoader';
  return [
    ...absent.map(([id]) => slotFinding(workflow, 'a LoRA slot names a missing node', id)),
    ...unused.map(([id]) => slotFinding(workflow, 'a LoRA slot stands where nothing is fed', id)),
    ...(needsClip === (slot.clip !== undefined)
      ? []
      : [
          slotFinding(
            workflow,
            `a LoRA slot of ${slot.loader} must ${needsClip ? '' : 'not '}name a clip output`,
            slot.model[0],
          ),
        ]),
  ];
}

function sharedSlotFindings(workflow: Workflow): readonly Finding[] {
  const outputs = new Set<string>();
  return workflow.lora_slots.flatMap(({ model: [id, output] }) => {
    const key = outputKey(id, output);
    const isRepeated = outputs.has(key);
    outputs.add(key);
    return isRepeated ? [slotFinding(workflow, 'two LoRA slots stand at one output', id)] : [];
  });
}

const slotFinding = (workflow: Workflow, reason: string, node: string): Finding =>
  finding(workflow, reason, { node, field: 'lora_slots' });

const paramFinding = (workflow: Workflow, name: string, fault: string, node?: string): Finding =>
  finding(workflow, `param ${name} ${fault}`, {
    field: `params.${name}`,
    ...(node === undefined ? {} : { node }),
  });

/** Params without a valid value: reversed bounds, no choices, or no grid value within the bounds. */
function rangeFindings(workflow: Workflow): readonly Finding[] {
  return Object.entries(workflow.params).flatMap(([name, param]) => {
    const fault = rangeFault(param);
    return fault === null ? [] : [paramFinding(workflow, name, fault)];
  });
}

function rangeFault(param: WorkflowParam): string | null {
  const { minimum = -Infinity, maximum = Infinity, choices } = param;
  const bounds = `${String(minimum)}..${String(maximum)}`;
  if (minimum > maximum)
    return `takes nothing: its minimum ${String(minimum)} is above its maximum ${String(maximum)}`;
  if (choices?.length === 0) return 'takes nothing: its list of choices is empty';
  return hasValidValue(param)
    ? null
    : `takes nothing: its grid has no value within ${bounds}; give another step or offset, or wider bounds`;
}

/** Defaults and example values must pass the same checks as a caller's values. */
function valueFindings(workflow: Workflow): readonly Finding[] {
  const defaults = Object.entries(workflow.params)
    // A param without any valid value is reported by rangeFindings.
    .filter(([, param]) => param.default !== undefined && hasValidValue(param))
    .map(([name, param]) => ({
      subject: `the default of param ${name}`,
      field: `params.${name}`,
      name,
      value: param.default,
    }));
  const examples = Object.entries(workflow.example).map(([name, value]) => ({
    subject: `the example's ${name}`,
    field: 'example',
    name,
    value,
  }));
  return [...defaults, ...examples].flatMap(({ subject, field, name, value }) => {
    const param = ownValue(workflow.params, name);
    if (!param) return [finding(workflow, `${subject} is not a param`, { field })];
    return checkParam(param, value).map(({ msg }) =>
      finding(workflow, `${subject} is wrong: ${msg}`, { field }),
    );
  });
}
