import { groupBy } from '../../../platform/group-by';
import type { EditorInput, EditorNode } from './editor-graph';
import type { NodeClassInfo } from '../../providers/public/comfy-types';
import { typeOf } from '../graph/input-specs';
import type { WidgetsByName } from './node-widgets';

/** May an output of one type feed an input of another? Types may be lists (`IMAGE,MASK`); `*` fits all. */
export function fitsType(from: string, to: string): boolean {
  const [a, b] = [from.toLowerCase(), to.toLowerCase()];
  if (isAny(a) || isAny(b) || a === b) return true;
  const offers = new Set(a.split(','));
  return b.split(',').some((type) => offers.has(type));
}

const isAny = (type: string): boolean => type === '*' || type === '' || type === '0';

/**
 * The input that a bypassed node passes to an output: the one of the same index if its type fits the output and the
 * final consumer, else the first of exactly the consumer's type, else the first that fits; `null` for none.
 */
export function bypassInput(
  inputs: readonly EditorInput[],
  slot: number,
  output: string,
  consumer: string,
): EditorInput | null {
  if (isAny(consumer)) return inputs[slot] ?? inputs[0] ?? null;
  const suits = ({ type }: EditorInput): boolean =>
    fitsType(type, output) && fitsType(type, consumer);
  const opposite = inputs[slot];
  if (opposite && suits(opposite)) return opposite;
  return inputs.find(({ type }) => type === consumer) ?? inputs.find(suits) ?? null;
}

/**
 * A node's inputs as in the editor after opening the file: sockets, then fields, in the order of the class, including
 * those that the file omits because nothing is linked to them. The order decides which input a bypassed node passes on.
 */
export function inputsInEditor(
  { inputs }: EditorNode,
  { input }: NodeClassInfo,
  widgets: WidgetsByName,
): readonly EditorInput[] {
  const saved = groupBy(inputs, ({ name }) => name.split('.', 1)[0] ?? '');
  const described = Object.entries({ ...input.required, ...input.optional });
  const isField = ([name]: (typeof described)[number]): boolean => widgets.has(name);
  const inOrder = [...described.filter((one) => !isField(one)), ...described.filter(isField)];
  const describedInputs = inOrder.flatMap(([name, spec]): readonly EditorInput[] => {
    const savedInputs = saved.get(name);
    saved.delete(name);
    return savedInputs ?? unlinked(name, typeOf(spec));
  });
  return [...describedInputs, ...[...saved.values()].flat()];
}

/** Autogrow inputs have no slot of their own; inputs with a matched type take any type. */
function unlinked(name: string, type: string): readonly EditorInput[] {
  if (type.startsWith('COMFY_AUTOGROW')) return [];
  return [
    { name, type: type.startsWith('COMFY_MATCHTYPE') ? '*' : type, link: null, widget: null },
  ];
}
