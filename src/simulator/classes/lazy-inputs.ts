import { inputOptions, type NodeClass } from '../catalogue/node-class';
import { truthy } from '../wire/python';
import type { Value } from './value';

/** Inputs that are only computed on demand. */
export function lazyInputs(node: NodeClass | undefined): readonly string[] {
  if (node === undefined) return [];
  return [...node.required, ...node.optional]
    .filter(([, spec]) => inputOptions(spec).get('lazy') === true)
    .map(([name]) => name);
}

/** The lazy inputs that a node needs: one side of a switch, all of other classes. */
export function requiredLazyInputs(
  node: NodeClass,
  inputs: ReadonlyMap<string, Value>,
): readonly string[] {
  const names = lazyInputs(node);
  const choice = inputs.get('switch');
  if (choice?.kind !== 'literal' || !names.includes('on_true')) return names;
  return [truthy(choice.value) ? 'on_true' : 'on_false'];
}
