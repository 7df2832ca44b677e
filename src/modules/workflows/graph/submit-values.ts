import type { ObjectInfo } from '../../providers/public/comfy-types';
import { longerThan } from '../../../platform/validation/checks';
import { isMedia } from '../catalogue/media-params';
import { spellModel } from './model-names';
import { memoizedByList } from '../json/memoize';
import { ownValue } from '../../../platform/json';
import { textsAmong } from '../public/model-search';
import { isOpenInput } from '../public/open-inputs';
import { checkParam } from '../public/param-check';
import { mergeParams } from '../public/params';
import { readSettings } from '../public/provenance';
import type { Workflow, WorkflowParam } from '../public/workflow';
import { trialFaults } from './trial-submissions';

type Values = Readonly<Record<string, unknown>>;

/** Suggested values of a request, and the params that still need one. */
export interface SubmitValues {
  readonly values: Values;
  /** Names of params that still need a value. */
  readonly needed: readonly string[];
  /** Would the node accept it with these values? */
  readonly isAccepted: boolean;
}

/**
 * Suggests the example and the graph's own numbers, without values that a request would refuse. @param info the
 * node's classes; `null` while none is known @param promptChars maximum length of a text in a request
 */
export function submitValues(
  workflow: Workflow,
  info: ObjectInfo | null,
  promptChars: number,
): SubmitValues {
  const candidate = info ? testedOnNode([workflow, info]) : untestedValues(workflow);
  const tooLong = Object.keys(candidate.values).filter((name) => {
    const value = candidate.values[name];
    return typeof value === 'string' && longerThan(value, promptChars);
  });
  const values = without(candidate.values, tooLong);
  return {
    ...candidate,
    values,
    needed: [...new Set([...candidate.needed, ...missingRequired(workflow, values)])],
  };
}

const testedOnNode = memoizedByList<object, SubmitValues>((keys) => {
  const [workflow, info] = keys as readonly [Workflow, ObjectInfo];
  const merged = { ...workflow, params: mergeParams(workflow, [info]) };
  const values = suggestedValues(merged, info);
  const faults = trialFaults(merged, values, info);
  const rejectedParams = [...new Set(faults.flatMap(({ params }) => params))];
  return {
    values: without(values, rejectedParams),
    needed: rejectedParams,
    isAccepted: faults.every(({ params }) => params.length > 0),
  };
});

const untestedValues = (workflow: Workflow): SubmitValues => ({
  values: suggestedValues(workflow, null),
  needed: [],
  isAccepted: true,
});

/** The required params without a value; every request needs a prompt. */
function missingRequired({ params }: Workflow, values: Values): readonly string[] {
  const required = Object.keys(params).filter((name) => params[name]?.required);
  return ['prompt', ...required].filter((name) => !Object.hasOwn(values, name));
}

function suggestedValues(workflow: Workflow, info: ObjectInfo | null): Values {
  const { params, example } = workflow;
  const numbers = Object.entries(readSettings(workflow, workflow.graph)).filter(
    ([name, value]) => typeof value === 'number' && params[name]?.default !== undefined,
  );
  const all = Object.entries({ ...Object.fromEntries(numbers), ...example });
  return Object.fromEntries(
    all.filter(([name, value]) => {
      const param = ownValue(params, name);
      const isGood = param !== undefined && isSuitable(workflow, name, param, value);
      return isGood && !mayOpenFile(workflow, name, value, info);
    }),
  );
}

function isSuitable(
  { lora_slots }: Workflow,
  name: string,
  param: WorkflowParam,
  value: unknown,
): boolean {
  // Media and file names must come from the caller.
  if (isMedia(param.type) || name === 'filename_prefix') return false;
  if (name === 'prompt' && value === '') return false;
  if (checkParam(param, value).length > 0 || !isOffered(param, value)) return false;
  const hasExperts = lora_slots.some(({ target }) => target !== undefined);
  return hasExperts || !namesExpert(value);
}

const namesExpert = (value: unknown): boolean =>
  Array.isArray(value) &&
  (value as readonly { readonly target?: unknown }[]).some(
    ({ target }) => target != null && target !== 'both',
  );

/** Does the node have the value's model or LoRA files? */
function isOffered({ folder, choices }: WorkflowParam, value: unknown): boolean {
  if (folder === undefined || !choices) return true;
  const offered = textsAmong(choices);
  const names = Array.isArray(value) ? (value as { readonly name: string }[]) : [{ name: value }];
  return names.every(({ name }) => spellModel(String(name), offered) !== null);
}

/** Only admins may set such an input. */
const mayOpenFile = (
  { graph, params, open_params }: Workflow,
  name: string,
  value: unknown,
  info: ObjectInfo | null,
): boolean =>
  typeof value === 'string' &&
  !open_params.includes(name) &&
  !(params[name]?.binds ?? []).every((bind) => isOpenInput(graph, bind, value, info));

const without = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
