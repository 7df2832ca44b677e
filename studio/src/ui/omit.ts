/** A copy of the object without some of its fields. */
export const omit = <T extends object, Name extends keyof T>(
  object: T,
  ...names: readonly Name[]
): Omit<T, Name> =>
  Object.fromEntries(
    Object.entries(object).filter(([name]) => !names.includes(name as Name)),
  ) as Omit<T, Name>;
