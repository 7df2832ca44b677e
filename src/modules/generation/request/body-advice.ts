import type { ValidationError } from '../../../platform/errors/validation-failed';
import { joinNames } from '../../../platform/errors/name-list';
import { nameSpeller } from '../../../platform/nearest-names';
import { fieldsOf } from '../../../platform/validation/field';
import { unknownField } from '../../../platform/validation/field-errors';
import { ownValue } from '../../../platform/json';
import { heldValues } from '../../workflows/public/generate-fields';
import type { Workflow } from '../../workflows/public/workflow';
import { GENERATE_BODY } from '../dto/generate-body';
import { COUNT_FIELDS } from '../public/count-fields';
import type { GenerationKind } from '../public/generation-planner';
import { ALWAYS_ACCEPTED, workflowsSentence } from '../params/param-errors';
import { NON_PARAM_FIELDS } from '../params/sent-params';

/**
 * The validation errors of a generate body, with advice for unknown fields from the chosen workflow: a param that
 * isn't a body field, and a value that its field doesn't hold, belong into `workflow_params`; for other names the nearest
 * accepted ones are suggested.
 * @param otherWorkflowsWith ids of workflows that have a param which this one lacks
 */
export function adviseFields(
  errors: readonly ValidationError[],
  { kind, params }: Workflow,
  otherWorkflowsWith: (param: string) => readonly string[],
): readonly ValidationError[] {
  const type = GENERATE_BODY[kind];
  const fields = fieldsOf(type);
  const accepts = (name: string): boolean =>
    NON_PARAM_FIELDS.has(name) || ALWAYS_ACCEPTED.has(name) || Object.hasOwn(params, name);
  const nested = Object.keys(params).filter((name) => !fields.has(name));
  const nearest = nameSpeller([...[...fields.keys()].filter(accepts), ...nested]);
  const advice = (name: string): string => {
    if (Object.hasOwn(params, name)) return `Send it as workflow_params.${name}.`;
    if (NODE_INPUT.test(name)) return 'Send it inside of workflow_params.';
    const ofOtherRequest = OF_OTHER_REQUESTS.get(name);
    if (ofOtherRequest !== undefined) return ofOtherRequest;
    // The name in other APIs; the nearest name of a workflow without negative prompts is `prompt`.
    if (name === 'negative_prompt' && !accepts('negative'))
      return `Leave this field out: this workflow takes no negative prompt.${workflowsSentence('negative', otherWorkflowsWith('negative'))}`;
    const suggestions = nearest(name);
    const similar = suggestions.map((one) => (fields.has(one) ? one : `workflow_params.${one}`));
    return `${unknownField(type, { similar, accepts })}${workflowsSentence(name, otherWorkflowsWith(name))}`;
  };
  return errors.map((error) => {
    const name = fieldName(error);
    if (name === null) return error;
    if (error.type === 'extra_forbidden') return { ...error, msg: advice(name) };
    const param = ownValue(params, name);
    const held = param && FIELD_TYPE_ERRORS.has(error.type) && heldValues(kind, name, param);
    return held ? { ...error, msg: `${error.msg}${ELSEWHERE[held](name)}` } : error;
  });
}

const SEVERAL =
  'A generate request makes one job. For several, send POST /api/batches with this body and its type as "base", and "count".';
/** Fields that other requests take. */
const OF_OTHER_REQUESTS: ReadonlyMap<string, string> = new Map([
  ...COUNT_FIELDS.map((name) => [name, SEVERAL] as const),
  ['preset', 'Read the preset with GET /api/presets/{id}, and send its values as fields.'],
]);

/** A value of another type than the field holds. */
const FIELD_TYPE_ERRORS: ReadonlySet<string> = new Set(['int_type', 'float_type', 'string_type']);

/** Where a value goes that the field doesn't hold, although the param takes it. */
const ELSEWHERE = {
  all: () => '',
  integers: (name: string) => ` Any other number goes into workflow_params.${name}.`,
  none: (name: string) => ` Or send what this workflow takes, as workflow_params.${name}.`,
} as const;

/** What a generate body names by id: what there is of it, for those who leave it out. */
export interface Offered {
  readonly kind: GenerationKind;
  /** Ids of the workflows of this kind that the caller may use. */
  readonly workflows: readonly string[];
  /** Ids of the nodes. */
  readonly providers: readonly string[];
}

/** The validation errors of a generate body; where `workflow` or `provider` is missing, the message lists what there is. */
export function adviseMissing(
  errors: readonly ValidationError[],
  { kind, workflows, providers }: Offered,
): readonly ValidationError[] {
  const list = `GET /api/workflows?kind=${kind} describes them`;
  const advice = new Map([
    [
      'workflow',
      workflows.length === 0
        ? `Send the id of a workflow. There is none of kind ${kind} that you may use.`
        : `Send the id of a workflow; ${list}: ${joinNames(workflows)}.`,
    ],
    [
      'provider',
      `Send "auto" for the node with the shortest expected wait, or the id of one: ${joinNames(providers)}.`,
    ],
  ]);
  return errors.map((error) => {
    const msg = error.type === 'missing' ? advice.get(fieldName(error) ?? '') : undefined;
    return msg === undefined ? error : { ...error, msg };
  });
}

/** `node_<id>.<input>`, an input of the graph. */
const NODE_INPUT = /^node_[^.]+\../;

/** The field at the top level of the body that an error is about; `null` for other errors. */
function fieldName({ loc: [, name, ...deeper] }: ValidationError): string | null {
  return typeof name === 'string' && deeper.length === 0 ? name : null;
}
