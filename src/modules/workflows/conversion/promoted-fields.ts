import { ownValue } from '../json/json-values';
import type { Definitions } from './definitions';
import type { EditorNode } from './editor-graph';
import type { Frame } from './frames';
import { inputIndexes } from './graph-index';

/** What a step inwards costs, in units of work. */
const STEP = 6;

/**
 * What the field of an instance shows for an input of its definition: the instance's own value, else that of the first
 * widget behind the input. It goes to everything that the input feeds. `undefined`: nothing inside has a value either.
 */
export function fieldValue(inside: Frame, index: number, definitions: Definitions): unknown {
  let at: Frame | undefined = inside;
  let input = index;
  while (at?.host) {
    const { values, definition } = at.host;
    definitions.work.spend(STEP);
    if (values.has(input)) return values.get(input);
    const behind = definitions.behind(definition, input);
    if (!behind) return undefined;
    const { node } = behind;
    const above = at.overlays.get(node.id)?.get(behind.input);
    if (above !== undefined) return above;
    const nested = definitions.of(node);
    if (!nested) return saved(definitions, node, behind.input);
    input = inputIndexes(nested).get(behind.input) ?? -1;
    at = at.children.get(node.id);
  }
  return undefined;
}

function saved({ info, widgets }: Definitions, node: EditorNode, widget: string): unknown {
  const described = ownValue(info, node.type);
  if (!described) return undefined;
  return widgets.placed(node, described).get(widget)?.value ?? undefined;
}
