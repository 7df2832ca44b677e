import { str } from '../wire/python-text';
import type { NodeInputs } from './node-inputs';
import type { Value } from './value';

/** What a node's settings add to the look of a picture: its class with its constants. */
export function settings(className: string, inputs: NodeInputs): string {
  const constants = inputs.names.flatMap((name) => {
    const value = inputs.constant(name);
    return value === undefined ? [] : [`${name}=${str(value)}`];
  });
  return `${className}(${constants.join(', ')})`;
}

/** Traits of the loaded things among some values. */
export function loadedTraits(values: readonly Value[]): readonly string[] {
  return values.flatMap((value) => (value.kind === 'loaded' ? value.traits : []));
}
