import type { ComfyLink } from '../../providers/public/comfy-types';
import type { ParamBinding } from '../public/workflow';
import type { GraphReading } from './graph-reading';

/** Where the value of an input comes from. */
export type Source =
  | {
      readonly kind: 'literal';
      readonly bind: ParamBinding;
      readonly value: unknown;
      /** Nodes between the input and the value, nearest first. Empty: the value is the input's own. */
      readonly via: readonly string[];
    }
  /** `node` calculates the value from other values or from a file. */
  | { readonly kind: 'derived'; readonly node: string }
  | { readonly kind: 'absent' };

export type LiteralSource = Extract<Source, { kind: 'literal' }>;

const ABSENT: Source = { kind: 'absent' };
const MAX_HOPS = 20;

/** Usual names of a primitive node's value. */
const VALUE_NAMES = [
  ...['value', 'seed', 'noise_seed', 'number', 'int', 'float', 'string', 'text'],
  ...['prompt', 'boolean', 'Number', 'Value', 'INT', 'FLOAT'],
];

/** Follows an input through primitives, reroutes and switches to its literal. */
export function sourceOf(reading: GraphReading, node: string, input: string): Source {
  const value = reading.literal(node, input);
  if (value !== undefined) return { kind: 'literal', bind: { node, input }, value, via: [] };
  let link = reading.link(node, input);
  const via: string[] = [];
  while (link && via.length < MAX_HOPS && !via.includes(link[0])) {
    const at: ComfyLink = link;
    via.push(at[0]);
    const forwarded = forwardedInput(reading, at);
    if (forwarded === null) return primitiveAt(reading, at, input, via);
    const forwardedValue = reading.literal(at[0], forwarded);
    if (forwardedValue !== undefined)
      return {
        kind: 'literal',
        bind: { node: at[0], input: forwarded },
        value: forwardedValue,
        via,
      };
    link = reading.link(at[0], forwarded);
  }
  return link ? { kind: 'derived', node: link[0] } : ABSENT;
}

/** The input that a reroute, or a switch in its current state, passes to its output; `null` for other nodes. */
export function forwardedInput(reading: GraphReading, [id]: ComfyLink): string | null {
  return reading.cachedFor(findForwarded, id);
}

function findForwarded(reading: GraphReading, id: string): string | null {
  const chosen = chosenInput(reading, id);
  if (chosen !== null) return chosen;
  const links = reading.links(id);
  const [only] = links;
  const isReroute = links.length === 1 && reading.literals(id).length === 0;
  const isForwardingClass = /reroute|numberconvert|^(?:get|set)node/i.test(reading.classOf(id));
  if (only && isReroute && isForwardingClass) return only[0];
  return unchangedInput(reading, id);
}

/** A math expression that consists only of an input's name converts the type and keeps the value. */
function unchangedInput(reading: GraphReading, id: string): string | null {
  const expression = reading.literal(id, 'expression');
  if (typeof expression !== 'string') return null;
  const names = [`values.${expression.trim()}`, expression.trim()];
  return names.find((name) => reading.has(id, name)) ?? null;
}

const CONDITIONS = ['switch', 'boolean', 'condition', 'boolean_value', 'value', 'enabled'];
const PAIRS = [
  ['on_true', 'on_false'],
  ['if_true', 'if_false'],
  ['true', 'false'],
  ['true_value', 'false_value'],
] as const;

/** The selected input of a switch; `null` for other nodes. */
export function chosenInput(reading: GraphReading, id: string): string | null {
  return reading.cachedFor(findChosen, id);
}

function findChosen(reading: GraphReading, id: string): string | null {
  const pair = PAIRS.find((names) => names.some((name) => reading.has(id, name)));
  if (pair) {
    const state = switchState(reading, id);
    return state === undefined ? null : pair[state === true ? 0 : 1];
  }
  if (!/switch/i.test(reading.classOf(id))) return null;
  const index = reading.literal(id, 'select') ?? reading.literal(id, 'index');
  const links = reading.links(id).map(([name]) => name);
  const numbered = links.find((name) => Number(/(?<!\d)\d+$/.exec(name)?.[0]) === index);
  return numbered ?? (index === undefined ? (links[0] ?? null) : null);
}

/** The condition input of a switch. */
export function conditionOf(reading: GraphReading, id: string): string | undefined {
  return CONDITIONS.find((name) => reading.has(id, name));
}

function switchState(reading: GraphReading, id: string): unknown {
  const condition = conditionOf(reading, id);
  if (condition === undefined) return undefined;
  const own = reading.literal(id, condition);
  const link = reading.link(id, condition);
  if (own !== undefined || !link) return own;
  const [first] = reading.literals(link[0]);
  return first === undefined ? undefined : reading.literal(link[0], first);
}

/** The literal of a node without links that has one value, or one named like the input or the output. */
function primitiveAt(
  reading: GraphReading,
  link: ComfyLink,
  inputName: string,
  via: readonly string[],
): Source {
  const [id] = link;
  const { count, first, byName } = reading.cachedFor(literalsByName, id);
  const isHolder = reading.links(id).length === 0;
  const names = [inputName, reading.outputName(link).toLowerCase()];
  const [named] = names
    .flatMap((name) => byName.get(name) ?? [])
    .sort((a, b) => a.place - b.place)
    .map(({ name }) => name);
  const only = count === 1 ? first : undefined;
  const input =
    only ?? named ?? VALUE_NAMES.find((name) => reading.literal(id, name) !== undefined);
  if (!isHolder || input === undefined) return { kind: 'derived', node: id };
  // A node with a value and a rule for it (an aspect ratio, a file) changes the value.
  const isPlain = only === undefined || VALUE_NAMES.includes(only) || names.includes(only);
  return isPlain
    ? { kind: 'literal', bind: { node: id, input }, value: reading.literal(id, input), via }
    : { kind: 'derived', node: id };
}

/** A node's literals, also by lower-case name, the first of each. */
function literalsByName(reading: GraphReading, id: string) {
  const names = reading.literals(id).filter((name) => name !== 'control_after_generate');
  const byName = new Map<string, { readonly name: string; readonly place: number }>();
  names.forEach((name, place) => {
    const lowerCaseName = name.toLowerCase();
    if (!byName.has(lowerCaseName)) byName.set(lowerCaseName, { name, place });
  });
  return { count: names.length, first: names[0], byName };
}
