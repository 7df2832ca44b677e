/**
 * The columns of the fields that were sent. Null resets a column to its value in `defaults`; validation has refused null
 * for required fields before.
 */
export function sentColumns<Columns extends object>(
  fields: { readonly [K in keyof Columns]?: Columns[K] | null | undefined },
  defaults: Partial<Columns>,
): Partial<Columns> {
  const sent = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, value ?? defaults[key as keyof Columns] ?? null]);
  return Object.fromEntries(sent) as Partial<Columns>;
}
