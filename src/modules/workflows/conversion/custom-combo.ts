import type { ComfyNode } from '../../providers/public/comfy-types';
import type { EditorNode } from './editor-graph';

/** Does the node's user write its choices? */
export function hasOwnOptions({ type }: EditorNode): boolean {
  return type === 'CustomCombo';
}

/**
 * `CustomCombo` lets its user write the choices: behind the choice stand its index and one text per option, all of which
 * the editor sends although the class describes only the choice. The index is found anew, as the choice may come from
 * outside.
 */
export function customComboInputs(
  inputs: ComfyNode['inputs'],
  { values, named }: EditorNode,
): ComfyNode['inputs'] {
  const options = named ? optionsByName(named) : optionsInList(values ?? []);
  const texts = options.map((text, index) => [`option${String(index + 1)}`, text] as const);
  return {
    ...inputs,
    index: options.indexOf(inputs['choice']),
    ...Object.fromEntries(texts),
  };
}

function optionsInList([, second, ...others]: readonly unknown[]): readonly unknown[] {
  const options = typeof second === 'number' ? others : [second, ...others];
  return options.filter((option) => typeof option === 'string');
}

function optionsByName(named: Readonly<Record<string, unknown>>): readonly unknown[] {
  return Object.entries(named)
    .filter(([name]) => /^option\d+$/.test(name))
    .toSorted(([a], [b]) => Number(a.slice(6)) - Number(b.slice(6)))
    .map(([, value]) => value);
}
