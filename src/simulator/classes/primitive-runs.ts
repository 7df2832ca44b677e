import type { NodeCall, NodeResult, NodeRuns } from './node-run';
import { literal } from './value';

/** Hands its constant on. */
const constant = ({ inputs }: NodeCall): NodeResult => ({
  outputs: [literal(inputs.constant('value') ?? null)],
});

/** Constants as nodes of their own. */
export const PRIMITIVE_RUNS: NodeRuns = {
  PrimitiveString: constant,
  PrimitiveStringMultiline: constant,
  PrimitiveInt: constant,
  PrimitiveFloat: constant,
  PrimitiveBoolean: constant,
};
