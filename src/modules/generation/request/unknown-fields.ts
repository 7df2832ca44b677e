import type { ValidationItem } from '../../../platform/errors/validation-failed';
import { nameSpeller } from '../../../platform/nearest-names';
import { fieldsOf } from '../../../platform/validation/field';
import { unknownField } from '../../../platform/validation/shape';
import type { Workflow } from '../../workflows/public/workflow';
import { GENERATE_BODY } from '../dto/generate-body';
import { ALWAYS_TAKEN } from '../params/param-errors';
import { ENVELOPE } from '../params/sent-params';

/**
 * The faults of a generate body, those of unknown fields with what the chosen workflow makes of them: a param of its
 * that is no field of the body belongs into `workflow_params`, and what looks like something that it takes is most
 * likely that. Pure.
 */
export function adviseFields(
  faults: readonly ValidationItem[],
  { kind, params }: Workflow,
): readonly ValidationItem[] {
  const type = GENERATE_BODY[kind];
  const fields = fieldsOf(type);
  const takes = (name: string): boolean =>
    ENVELOPE.has(name) || ALWAYS_TAKEN.has(name) || Object.hasOwn(params, name);
  const nested = Object.keys(params).filter((name) => !fields.has(name));
  const nearest = nameSpeller([...[...fields.keys()].filter(takes), ...nested]);
  const advice = (name: string): string => {
    if (Object.hasOwn(params, name)) return `Send it as workflow_params.${name}.`;
    if (NODE_INPUT.test(name)) return 'Send it inside of workflow_params.';
    const meant = nearest(name);
    return unknownField(
      type,
      meant.map((one) => (fields.has(one) ? one : `workflow_params.${one}`)),
    );
  };
  return faults.map((fault) => {
    const name = unknownName(fault);
    return name === null ? fault : { ...fault, msg: advice(name) };
  });
}

/** `node_<id>.<input>`, an input of the graph. */
const NODE_INPUT = /^node_[^.]+\../;

/** Of a field of the body itself. */
function unknownName({ loc: [, name, ...deeper], type }: ValidationItem): string | null {
  return type === 'extra_forbidden' && typeof name === 'string' && deeper.length === 0
    ? name
    : null;
}
