/** A param of a workflow's record, as far as values depend on it. */
export interface Param {
  readonly type: string;
  readonly role: string | null;
  readonly required: boolean;
  readonly default: string | number | boolean | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly step: number | null;
  readonly grid: { readonly step: number } | null;
  readonly choices: readonly (string | number)[] | null;
}

/** A value that the param takes and that isn't its default. */
export function anotherValue(param: Param): string | number | boolean {
  const { type, choices } = param;
  if (choices !== null) return choices.find((choice) => choice !== param.default) ?? choices[0]!;
  if (type === 'boolean') return param.default !== true;
  if (type === 'integer' || type === 'number') return anotherNumber(param);
  return 'other words';
}

function anotherNumber({ default: usual, minimum, maximum, step, grid, type }: Param): number {
  const start = typeof usual === 'number' ? usual : (minimum ?? 1);
  const change = grid?.step ?? (type === 'integer' ? 1 : (step ?? 0.5));
  return start + change <= (maximum ?? Infinity) ? start + change : start - change;
}
