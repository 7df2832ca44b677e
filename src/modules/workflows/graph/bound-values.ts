import type { ComfyGraph } from '../../providers/public/comfy-types';
import { fromLiteral, isLink } from './graph-edits';
import { ownValue } from '../../../platform/json';
import type { ParamBinding } from '../public/workflow';

/*
 * The value of an input is the value of the param that binds it, plus the value of the param that the binding names with
 * `plus`, if any. A param sets all of its bindings alike, so that its value is read from the first one.
 */

type BoundParams = Readonly<Record<string, { readonly binds: readonly ParamBinding[] }>>;

/**
 * A param's value in the graph, without the value of the param that is added to it (`plus`); `undefined` if there is
 * none.
 */
export function valueInGraph(params: BoundParams, name: string, graph: ComfyGraph): unknown {
  const value = firstBoundLiteral(params, name, graph);
  const plus = ownValue(params, name)?.binds[0]?.plus;
  const added = plus === undefined ? undefined : firstBoundLiteral(params, plus, graph);
  return typeof value === 'number' && typeof added === 'number' ? value - added : value;
}

function firstBoundLiteral(params: BoundParams, name: string, graph: ComfyGraph): unknown {
  const [bind] = ownValue(params, name)?.binds ?? [];
  return bind && literalAt(graph, bind);
}

function literalAt(graph: ComfyGraph, { node, input }: ParamBinding): unknown {
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

/** If only one operand of a sum is given, takes the other one from the graph, because `inputValue` needs both. */
export function completeValues(
  params: BoundParams,
  values: Readonly<Record<string, unknown>>,
  graph: ComfyGraph,
): Readonly<Record<string, unknown>> {
  const sumPairs = Object.entries(params).flatMap(([name, { binds }]) =>
    binds.flatMap(({ plus }) => (plus === undefined ? [] : [[name, plus] as const])),
  );
  const sumParams = sumPairs.filter((pair) => pair.some((name) => isGiven(values[name]))).flat();
  const graphValues = sumParams.map((name) => [name, valueInGraph(params, name, graph)] as const);
  return { ...Object.fromEntries(graphValues), ...givenValues(values) };
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

const givenValues = (
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => isGiven(value)));
