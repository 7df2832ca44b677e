import type { ComfyGraph } from '../../providers/public/comfy-types';
import { fromLiteral, isLink } from './graph-edits';
import { ownValue } from '../json/json-values';
import type { ParamBinding } from '../public/workflow';

type Bound = Readonly<Record<string, { readonly binds: readonly ParamBinding[] }>>;

/**
 * A param's value in the graph, without the value of the param that is added to it (`plus`); `undefined` if there is
 * none.
 */
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
  const value = ownValue(ownValue(graph, node)?.inputs ?? {}, input);
  return isLink(value) ? undefined : fromLiteral(value);
}

/**
 * The input's value for a param's value, plus that of the param named by `plus`; `values` are all values by param name.
 */
export function inputValue(
  { plus }: ParamBinding,
  value: unknown,
  values: Readonly<Record<string, unknown>>,
): unknown {
  const added = plus === undefined ? undefined : ownValue(values, plus);
  return typeof value === 'number' && typeof added === 'number' ? value + added : value;
}

/** Completes the values with the graph's values of params that share an input with them. */
export function completeValues(
  params: Bound,
  values: Readonly<Record<string, unknown>>,
  graph: ComfyGraph,
): Readonly<Record<string, unknown>> {
  const isNamed = (name: string): boolean => values[name] !== undefined && values[name] !== null;
  const sums = Object.entries(params).flatMap(([name, { binds }]) =>
    binds.flatMap(({ plus }) => (plus === undefined ? [] : [[name, plus] as const])),
  );
  const sumParams = sums.filter((pair) => pair.some(isNamed)).flat();
  const graphValues = sumParams.map((name) => [name, valueInGraph(params, name, graph)] as const);
  return { ...Object.fromEntries(graphValues), ...Object.fromEntries(namedEntries(values)) };
}

const namedEntries = (values: Readonly<Record<string, unknown>>): readonly [string, unknown][] =>
  Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
