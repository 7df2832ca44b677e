import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { imageParams, isEndFrame } from '../../workflows/public/frame-params';
import type { Workflow } from '../../workflows/public/workflow';
import type { SentParam } from '../params/sent-params';
import type { Binding } from './bindings';

/** The params that take a picture and were not sent, in the manifest's order. A last frame is not a reference. */
export function freeImageSlots(workflow: Workflow, sent: readonly SentParam[]): readonly string[] {
  const names = new Set(sent.map(({ name }) => name));
  return imageParams(workflow).filter((name) => !names.has(name) && !isEndFrame(workflow, name));
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
export function noSlot(workflow: Workflow): string {
  const { id } = workflow;
  const slots = freeImageSlots(workflow, []);
  return slots.length === 0
    ? `The workflow '${id}' takes no picture.`
    : `The workflow '${id}' takes ${slots.length} ${slots.length === 1 ? 'picture' : 'pictures'}, and this request sends as many: ${slots.join(', ')}.`;
}
