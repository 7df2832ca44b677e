import type { ValidationItem } from '../../../platform/errors/validation-failed';
import { nameSpeller, withNearest } from '../../../platform/nearest-names';
import { longerThan, textCheck, tooLong } from '../../../platform/validation/checks';
import { fieldsOf } from '../../../platform/validation/field';
import { below, type Violation, violation } from '../../../platform/validation/violation';
import { filesAmong, findModel } from '../../workflows/public/model-search';
import { checkParam } from '../../workflows/public/param-check';
import type { Workflow, WorkflowParam } from '../../workflows/public/workflow';
import { GENERATE_BODY } from '../dto/generate-body';
import { isFileParam } from '../inputs/file-params';
import { FILENAME_PREFIX } from '../dto/filename-prefix';
import type { Loc } from '../public/generation-planner';
import { ENVELOPE, type SentParam } from './sent-params';

export interface ParamRequest {
  /** With the bounds and choices of the node that will run it. */
  readonly workflow: Workflow;
  readonly sent: readonly SentParam[];
  readonly at: Loc;
  /** Longest text, in characters. */
  readonly promptChars: number;
}

/** Taken by every workflow; without a param they are only recorded (contract §3). */
export const ALWAYS_TAKEN: ReadonlySet<string> = new Set([
  'prompt',
  'filename_prefix',
  'lora_strength',
]);

/** More faults than this aren't told: an answer must not dwarf its request. */
const MOST_FAULTS = 100;

/** What is wrong with what a request says about params. `lora_checkpoint` is looked up elsewhere. Pure. */
export function paramErrors(request: ParamRequest): readonly ValidationItem[] {
  const top = new Set(request.sent.filter(({ nested }) => !nested).map(({ name }) => name));
  const found: ValidationItem[] = [...missing(request)];
  for (const param of request.sent) {
    if (found.length >= MOST_FAULTS) break;
    found.push(
      ...(param.nested && top.has(param.name) ? [sentTwice(param)] : faultsOf(param, request)),
    );
  }
  return found;
}

const sentTwice = ({ name, loc }: SentParam): ValidationItem =>
  valueError(loc, `Send ${name} once: at the top of the body, or here.`);

function faultsOf(sent: SentParam, request: ParamRequest): readonly ValidationItem[] {
  const { name, value, loc, nested } = sent;
  const param = ownParam(request.workflow, name);
  if (!param)
    return !nested && ALWAYS_TAKEN.has(name)
      ? []
      : [valueError(loc, adviceOf(request.workflow)(sent))];
  const found = [...textFaults(name, value, request.promptChars), ...checkParam(param, value)];
  const all =
    found.length > 0
      ? found
      : [...modelFaults(name, param, value), ...targetFaults(request.workflow, param, value)];
  return all.map((one) => ({ ...one, loc: [...loc, ...one.loc] }));
}

function ownParam(workflow: Workflow, name: string): WorkflowParam | undefined {
  return Object.hasOwn(workflow.params, name) ? workflow.params[name] : undefined;
}

/** What the request class checks for fields at the top holds for params sent among `workflow_params`, too. */
function textFaults(name: string, value: unknown, promptChars: number): readonly Violation[] {
  if (typeof value !== 'string') return [];
  if (name === 'filename_prefix')
    return textCheck({ min: 1, max: 100, pattern: FILENAME_PREFIX })(value);
  return longerThan(value, promptChars) ? [tooLong(promptChars)] : [];
}

/** Names of files that the node hasn't got. While its files aren't known, the hand-over decides. */
function modelFaults(name: string, param: WorkflowParam, value: unknown): readonly Violation[] {
  const { choices, folder } = param;
  if (name === 'lora_checkpoint' || folder === undefined || !choices) return [];
  const offered = filesAmong(choices);
  if (typeof value === 'string') return lacking(value, folder, offered);
  return loraNames(value).flatMap((lora, index) =>
    below(index, below('name', lacking(lora, folder, offered))),
  );
}

/** A LoRA for an expert that the workflow hasn't got would be applied to the model that it has, both of a pair. */
function targetFaults(
  { lora_slots }: Workflow,
  { type }: WorkflowParam,
  value: unknown,
): readonly Violation[] {
  if (type !== 'loras' || lora_slots.some(({ target }) => target !== undefined)) return [];
  return (value as readonly { readonly target?: string | null }[]).flatMap(({ target }, index) =>
    target == null || target === 'both' ? [] : below(index, below('target', [ONE_MODEL])),
  );
}

const ONE_MODEL = violation(
  'value_error',
  'Send both, or leave target out: this workflow has one model.',
);

const loraNames = (value: unknown): readonly string[] =>
  (value as readonly { readonly name: string }[]).map(({ name }) => name);

function lacking(file: string, folder: string, offered: readonly string[]): readonly Violation[] {
  const search = findModel(file, offered);
  if (search.found !== null) return [];
  const instead =
    search.nearest.length > 0
      ? `Send one that it has, such as ${search.nearest.join(', ')}.`
      : `GET /api/comfy/models/${folder}?provider= lists what a node has.`;
  return [
    violation('value_error', `The node has no such file in ${folder}. ${instead}`, {
      nearest: search.nearest,
    }),
  ];
}

/** What to do about a value for which the workflow has no param. */
type Advice = (sent: SentParam) => string;

const advices = new WeakMap<Workflow, Advice>();

/** The names of a workflow are read once, however many others are sent. */
function adviceOf(workflow: Workflow): Advice {
  const found = advices.get(workflow) ?? adviceFor(workflow);
  advices.set(workflow, found);
  return found;
}

function adviceFor({ id, params }: Workflow): Advice {
  const accepted = Object.keys(params).sort();
  const nearest = nameSpeller(accepted);
  const list = `It takes: ${accepted.join(', ')}. Any other widget is node_<id>.<input>.`;
  return ({ name, nested }) => {
    if (nested && ENVELOPE.has(name)) return `Send ${name} beside workflow_params, not inside.`;
    // Fields beside them are spelt right, or they would have been refused before.
    const meant = nested ? nearest(name) : [];
    return `${withNearest(`The workflow '${id}' has no such param.`, meant)} ${list}`;
  };
}

function missing({ workflow, sent, at }: ParamRequest): readonly ValidationItem[] {
  // Fields of the body beside `workflow_params`.
  const top = fieldsOf(GENERATE_BODY[workflow.kind]);
  const given = new Set(sent.map(({ name }) => name));
  return Object.entries(workflow.params)
    .filter(([name, param]) => param.required && !given.has(name))
    .map(([name, param]) => ({
      loc: top.has(name) ? [...at, name] : [...at, 'workflow_params', name],
      msg: isFileParam(param)
        ? `Send ${name}: the media path of a file that you may use. POST /api/media uploads one and answers its path.`
        : `Send ${name}: the workflow '${workflow.id}' needs it.`,
      type: 'missing',
    }));
}

const valueError = (loc: Loc, msg: string): ValidationItem => ({ loc, msg, type: 'value_error' });
