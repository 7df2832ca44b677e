import { inputOptions, type NodeClass } from '../catalogue/node-class';
import { truthy } from '../wire/python';
import type { Value } from './value';

/** Inputs that are only computed when the class asks for them. */
export function lazyInputs(node: NodeClass | undefined): readonly string[] {
  if (node === undefined) return [];
  return [...node.required, ...node.optional]
    .filter(([, spec]) => inputOptions(spec).get('lazy') === true)
    .map(([name]) => name);
}

/** The lazy inputs that a node wants, given what is there already: a switch wants one side, others want all. */
export function wantedLazyInputs(
  node: NodeClass,
  inputs: ReadonlyMap<string, Value>,
): readonly string[] {
  const names = lazyInputs(node);
  const choice = inputs.get('switch');
  if (choice?.kind !== 'literal' || !names.includes('on_true')) return names;
  return [truthy(choice.value) ? 'on_true' : 'on_false'];
}
