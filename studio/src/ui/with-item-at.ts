/** The list with an item at its former place again, unless it has come back by itself. */
export const withItemAt = <T>(
  items: readonly T[],
  index: number,
  item: T,
  keyOf: (item: T) => unknown = (one) => one,
): T[] =>
  items.some((one) => keyOf(one) === keyOf(item)) ? [...items] : items.toSpliced(index, 0, item);
