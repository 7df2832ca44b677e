import { isRecord } from '../../../platform/json';
import type { ComfyNode } from '../../providers/public/comfy-types';
import { isLink } from '../graph/graph-edits';
import type { EditorNode } from './editor-graph';

type Inputs = ComfyNode['inputs'];
type Rule = (inputs: Inputs, node: EditorNode) => Inputs;

/*
 * Classes whose widgets are created by the editor and not described by the class: their values need rules of their own.
 */
const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['CustomCombo', withOptions],
  ['Power Lora Loader (rgthree)', withLoras],
]);

/** Does the editor create widgets that the class doesn't describe? */
export function hasUndescribedWidgets({ type }: EditorNode): boolean {
  return RULES.has(type);
}

/** The inputs of a node with those that its class doesn't describe. */
export function withUndescribedInputs(inputs: Inputs, node: EditorNode): Inputs {
  return RULES.get(node.type)?.(inputs, node) ?? inputs;
}

/**
 * `CustomCombo` has user-written choices: after the choice come its index and one text per option, and the editor sends
 * them all. The index is computed again, because the choice may come from a subgraph's field.
 */
function withOptions(inputs: Inputs, { values, named }: EditorNode): Inputs {
  const options = named ? optionsByName(named) : optionsInList(values ?? []);
  const texts = options.map((text, index) => [`option${String(index + 1)}`, text] as const);
  const choice = isLink(inputs['choice']) ? (named?.['choice'] ?? values?.[0]) : inputs['choice'];
  const index = options.indexOf(choice);
  return { ...inputs, index, ...Object.fromEntries(texts) };
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

/** rgthree's list of LoRAs: one object per line. */
function withLoras(inputs: Inputs, { values, named }: EditorNode): Inputs {
  const lines = (values ?? Object.values(named ?? {})).flatMap((value) =>
    isRecord(value) && 'lora' in value ? [asSentByEditor(value)] : [],
  );
  const loras = lines.map((line, index) => [`lora_${String(index + 1)}`, line] as const);
  return { ...inputs, ...Object.fromEntries(loras) };
}

/** An empty second strength (for the text encoder) isn't sent. */
function asSentByEditor({ strengthTwo, ...line }: Readonly<Record<string, unknown>>): unknown {
  return strengthTwo === null || strengthTwo === undefined ? line : { ...line, strengthTwo };
}
