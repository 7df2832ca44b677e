import { ValidationFailed } from '../../../platform/errors/validation-failed';
import type { Workflow } from '../../workflows/public/workflow';
import type { SentParam } from '../params/sent-params';
import type { Binding } from './bindings';

/** The params that take a picture and were not sent, in the manifest's order. */
export function freeImageSlots(
  { params }: Workflow,
  sent: readonly SentParam[],
): readonly string[] {
  const names = new Set(sent.map(({ name }) => name));
  return Object.entries(params)
    .filter(([name, { type }]) => type === 'image' && !names.has(name))
    .map(([name]) => name);
}

/**
 * The reference pictures that a request's bindings name, each as the value of the next free image slot.
 * @throws ValidationFailed for one that finds no slot
 */
export function requestedReferences(
  workflow: Workflow,
  bindings: readonly Binding[],
  sent: readonly SentParam[],
): readonly SentParam[] {
  const slots = freeImageSlots(workflow, sent);
  const requested = bindings.flatMap(({ id, reference_image: value, loc }) =>
    value === undefined ? [] : [{ value, loc: [...loc, 'reference_image'], character: id }],
  );
  const errors = requested
    .slice(slots.length)
    .map(({ loc }) => ({ loc, msg: noSlot(workflow), type: 'value_error' as const }));
  if (errors.length > 0) throw new ValidationFailed(errors);
  return requested.flatMap((reference, index) => {
    const name = slots[index];
    return name === undefined ? [] : [{ ...reference, name, nested: false }];
  });
}

/** Why a reference picture finds no slot. */
export function noSlot({ id, params }: Workflow): string {
  const slots = Object.keys(params).filter((name) => params[name]?.type === 'image');
  return slots.length === 0
    ? `The workflow '${id}' takes no picture.`
    : `The workflow '${id}' takes ${slots.length} ${slots.length === 1 ? 'picture' : 'pictures'}, and this request sends as many: ${slots.join(', ')}.`;
}
