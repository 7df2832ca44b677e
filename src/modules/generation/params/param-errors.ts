import type { ValidationError } from '../../../platform/errors/validation-failed';
import { nameSpeller, withNearest } from '../../../platform/nearest-names';
import {
  below,
  checkOf,
  longerThan,
  textRules,
  tooLong,
  type Violation,
  violation,
} from '../../../platform/validation/checks';
import { fieldsOf } from '../../../platform/validation/field';
import { ownValue } from '../../../platform/json';
import { textsAmong, findModel } from '../../workflows/public/model-search';
import { checkParam } from '../../workflows/public/param-check';
import type { Workflow, WorkflowParam } from '../../workflows/public/workflow';
import { GENERATE_BODY } from '../dto/generate-body';
import { isFileParam } from '../inputs/file-params';
import { FILENAME_PREFIX } from '../dto/shared-fields';
import type { Loc } from '../public/generation-planner';
import { NON_PARAM_FIELDS, type SentParam } from './sent-params';

export interface ParamRequest {
  /** With the bounds and choices of the node that will run it. */
  readonly workflow: Workflow;
  readonly sent: readonly SentParam[];
  readonly at: Loc;
  /** Maximum length of a text, in characters. */
  readonly promptChars: number;
  /** Ids of workflows that have a param which this one lacks. */
  readonly otherWorkflowsWith: (param: string) => readonly string[];
}

/** Fields that every workflow accepts; without a param they are only recorded. */
export const ALWAYS_ACCEPTED: ReadonlySet<string> = new Set([
  'prompt',
  'filename_prefix',
  'lora_strength',
]);

/** Keeps the answer from being much larger than its request. */
const MAX_ERRORS = 100;

/** Validation errors of a request's params; `findLoraCheckpoint` checks `lora_checkpoint`. */
export function paramErrors(request: ParamRequest): readonly ValidationError[] {
  const top = new Set(request.sent.filter(({ nested }) => !nested).map(({ name }) => name));
  const errors: ValidationError[] = [...missingParamErrors(request)];
  let advice: Advice | undefined;
  const adviseOn: Advice = (param) => (advice ??= adviceFor(request))(param);
  for (const param of request.sent) {
    if (errors.length >= MAX_ERRORS) break;
    const isTwice = param.nested && top.has(param.name);
    errors.push(...(isTwice ? [sentTwice(param)] : errorsOf(param, request, adviseOn)));
  }
  return errors;
}

/** Validation errors of one value alone. */
export const sentParamErrors = (
  sent: SentParam,
  request: ParamRequest,
): readonly ValidationError[] =>
  errorsOf(sent, request, () => `The workflow '${request.workflow.id}' has no such param.`);

const sentTwice = ({ name, loc }: SentParam): ValidationError =>
  valueError(loc, `Send ${name} once: at the top of the body, or here.`);

function errorsOf(
  sent: SentParam,
  request: ParamRequest,
  adviseOn: Advice,
): readonly ValidationError[] {
  const { name, value, loc, nested } = sent;
  const param = ownValue(request.workflow.params, name);
  if (!param) return !nested && ALWAYS_ACCEPTED.has(name) ? [] : [valueError(loc, adviseOn(sent))];
  const form = [
    ...textErrors(name, value, request.promptChars),
    ...checkParam(param, value).map((one) => withSeedAdvice(sent, one)),
  ];
  const violations =
    form.length > 0
      ? form
      : [
          ...modelErrors(request.workflow.id, name, param, value),
          ...targetErrors(request.workflow, param, value),
        ];
  return violations.map((one) => ({ ...one, loc: [...loc, ...one.loc] }));
}

/** In other programs, this seed stands for a random one. */
const RANDOM_ELSEWHERE = -1;

const withSeedAdvice = ({ name, value }: SentParam, error: Violation): Violation =>
  name === 'seed' && value === RANDOM_ELSEWHERE
    ? { ...error, msg: `${error.msg} Leave it out for a random one.` }
    : error;

const FILE_PREFIX_CHECK = checkOf(textRules({ min: 1, max: 100, pattern: FILENAME_PREFIX }));

/** The text rules of the request class, applied to `workflow_params`, too. */
function textErrors(name: string, value: unknown, promptChars: number): readonly Violation[] {
  if (typeof value !== 'string') return [];
  if (name === 'filename_prefix') return FILE_PREFIX_CHECK(value);
  return longerThan(value, promptChars) ? [tooLong(promptChars)] : [];
}

/** Model files that the node lacks. While its files are unknown, the node decides at submission. */
function modelErrors(
  workflow: string,
  name: string,
  { choices, folder }: WorkflowParam,
  value: unknown,
): readonly Violation[] {
  if (name === 'lora_checkpoint' || folder === undefined || !choices) return [];
  const offered = textsAmong(choices);
  const list = `GET /api/workflows/${workflow} lists what it has: params.${name}.choices.`;
  const missing = (file: string) => missingFileErrors({ file, folder, offered, list });
  if (typeof value === 'string') return missing(value);
  return loraNames(value).flatMap((lora, index) => below(index, below('name', missing(lora))));
}

/** In a workflow with one model, the high and the low LoRA of a pair would both be applied to it. */
function targetErrors(
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

interface FileAmong {
  readonly file: string;
  readonly folder: string;
  readonly offered: readonly string[];
  /** Says where all that are offered are listed. */
  readonly list: string;
}

function missingFileErrors({ file, folder, offered, list }: FileAmong): readonly Violation[] {
  const search = findModel(file, offered);
  if (search.file !== null) return [];
  const instead =
    search.nearest.length > 0
      ? `Send one that it has, such as ${search.nearest.join(', ')}.`
      : list;
  return [
    violation('value_error', `The node has no such file in ${folder}. ${instead}`, {
      nearest: search.nearest,
    }),
  ];
}

/** The message for a value that the workflow has no param for. */
type Advice = (sent: SentParam) => string;

function adviceFor({ workflow: { id, params }, otherWorkflowsWith }: ParamRequest): Advice {
  const accepted = Object.keys(params).sort();
  const nearest = nameSpeller(accepted);
  const list = `It takes: ${accepted.join(', ')}. Any other widget is node_<id>.<input>.`;
  return ({ name, nested }) => {
    if (nested && NON_PARAM_FIELDS.has(name))
      return `Send ${name} beside workflow_params, not inside.`;
    // The names of top-level fields were already checked with the body.
    const suggestions = nested ? nearest(name) : [];
    const lead = withNearest(`The workflow '${id}' has no such param.`, suggestions);
    return `${lead} ${list}${workflowsSentence(name, otherWorkflowsWith(name))}`;
  };
}

const MAX_OTHERS = 4;

/** The workflows that have a param, as a further sentence; empty if there are none. */
export function workflowsSentence(param: string, workflows: readonly string[]): string {
  if (workflows.length === 0) return '';
  const more = workflows.length - MAX_OTHERS;
  const named = workflows.slice(0, MAX_OTHERS).join(', ');
  return ` Workflows with ${param}: ${named}${more > 0 ? ` and ${more} more` : ''}.`;
}

function missingParamErrors({ workflow, sent, at }: ParamRequest): readonly ValidationError[] {
  const bodyFields = fieldsOf(GENERATE_BODY[workflow.kind]);
  const sentNames = new Set(sent.map(({ name }) => name));
  return Object.entries(workflow.params)
    .filter(([name, param]) => param.required && !sentNames.has(name))
    .map(([name, param]) => ({
      loc: bodyFields.has(name) ? [...at, name] : [...at, 'workflow_params', name],
      msg: isFileParam(param)
        ? `Send ${name}: the media path of a file that you may use. POST /api/media uploads one and answers its path.`
        : `Send ${name}: the workflow '${workflow.id}' needs it.`,
      type: 'missing',
    }));
}

const valueError = (loc: Loc, msg: string): ValidationError => ({ loc, msg, type: 'value_error' });
