import type { GenerationRequest, Loc } from '../public/generation-planner';

/** A value that a request sends for a param. Never null: null means omitted. */
export interface SentParam {
  readonly name: string;
  readonly value: unknown;
  readonly loc: Loc;
  /** Sent inside `workflow_params`. */
  readonly nested: boolean;
  /** The id of the bound character that it is of; absent for the request's own. */
  readonly character?: string;
}

/** Fields of a generate body that are not params; every workflow accepts them. */
export const NON_PARAM_FIELDS: ReadonlySet<string> = new Set([
  'workflow',
  'provider',
  'mode',
  'character',
  'characters',
  'description',
  'workflow_params',
  'priority',
  'previews',
  'submit',
]);

/** All param values of a request, in order. */
export function sentParams(request: GenerationRequest, at: Loc): readonly SentParam[] {
  const topLevel = Object.entries(request).filter(([name]) => !NON_PARAM_FIELDS.has(name));
  return [
    ...present(topLevel, at, false),
    ...present(Object.entries(request.workflow_params ?? {}), [...at, 'workflow_params'], true),
  ];
}

function present(
  entries: readonly (readonly [string, unknown])[],
  at: Loc,
  nested: boolean,
): readonly SentParam[] {
  return entries
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => ({ name, value, loc: [...at, name], nested }));
}

/** The value sent for a param, at the top level or in `workflow_params`. */
export function sentValue(sent: readonly SentParam[], name: string): unknown {
  return sent.find((param) => param.name === name)?.value;
}
