import type { ComfyGraph } from '../../providers/public/comfy-types';
import { fromLiteral, isLink } from './graph-edits';
import { ownValue } from '../json/json-values';
import type { ParamBinding } from '../public/workflow';

type Bound = Readonly<Record<string, { readonly binds: readonly ParamBinding[] }>>;

/** A param's value in the graph, minus the value of the param that is added to it. `undefined`: there is none. */
export function valueInGraph(params: Bound, name: string, graph: ComfyGraph): unknown {
  const value = literalOf(params, name, graph);
  const plus = ownValue(params, name)?.binds[0]?.plus;
  const added = plus === undefined ? undefined : literalOf(params, plus, graph);
  return typeof value === 'number' && typeof added === 'number' ? value - added : value;
}

function literalOf(params: Bound, name: string, graph: ComfyGraph): unknown {
  const [bind] = ownValue(params, name)?.binds ?? [];
  return bind && literalIn(graph, bind);
}

function literalIn(graph: ComfyGraph, { node, input }: ParamBinding): unknown {
  const held = ownValue(ownValue(graph, node)?.inputs ?? {}, input);
  return isLink(held) ? undefined : fromLiteral(held);
}

/** The input's value for a param's value; `values` are the values of all params by name. */
export function inputValue(
  { plus }: ParamBinding,
  value: unknown,
  values: Readonly<Record<string, unknown>>,
): unknown {
  const added = plus === undefined ? undefined : ownValue(values, plus);
  return typeof value === 'number' && typeof added === 'number' ? value + added : value;
}

/** The given values, completed by the graph's values of params that share an input with them. */
export function completeValues(
  params: Bound,
  given: Readonly<Record<string, unknown>>,
  graph: ComfyGraph,
): Readonly<Record<string, unknown>> {
  const isNamed = (name: string): boolean => given[name] !== undefined && given[name] !== null;
  const sums = Object.entries(params).flatMap(([name, { binds }]) =>
    binds.flatMap(({ plus }) => (plus === undefined ? [] : [[name, plus] as const])),
  );
  const drawn = sums.filter((pair) => pair.some(isNamed)).flat();
  const own = drawn.map((name) => [name, valueInGraph(params, name, graph)] as const);
  return { ...Object.fromEntries(own), ...Object.fromEntries(namedEntries(given)) };
}

const namedEntries = (values: Readonly<Record<string, unknown>>): readonly [string, unknown][] =>
  Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
