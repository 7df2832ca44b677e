import type { NodeClassInfo } from '../../providers/public/comfy-types';
import { typeOf } from '../graph/input-specs';
import type { EditorInput, EditorNode } from './editor-graph';
import type { WidgetsByName } from './widgets';

/**
 * A node's inputs as the editor has them once it has opened a file: sockets and then fields in the order of the class,
 * also those that the file leaves out since nothing is linked to them. What a bypassed node passes depends on the places.
 */
export function inputsInEditor(
  { inputs }: EditorNode,
  { input }: NodeClassInfo,
  widgets: WidgetsByName,
): readonly EditorInput[] {
  const saved = new Map<string, EditorInput[]>();
  for (const one of inputs) {
    const [name = ''] = one.name.split('.');
    const same = saved.get(name);
    if (same) same.push(one);
    else saved.set(name, [one]);
  }
  const described = Object.entries({ ...input.required, ...input.optional });
  const isField = ([name]: (typeof described)[number]): boolean => widgets.has(name);
  const inOrder = [...described.filter((one) => !isField(one)), ...described.filter(isField)];
  const known = inOrder.flatMap(([name, spec]): readonly EditorInput[] => {
    const own = saved.get(name);
    saved.delete(name);
    return own ?? unlinked(name, typeOf(spec));
  });
  return [...known, ...[...saved.values()].flat()];
}

/** Inputs that grow have no slot of their own; one of the type of others takes any. */
function unlinked(name: string, type: string): readonly EditorInput[] {
  if (type.startsWith('COMFY_AUTOGROW')) return [];
  return [
    { name, type: type.startsWith('COMFY_MATCHTYPE') ? '*' : type, link: null, widget: null },
  ];
}
