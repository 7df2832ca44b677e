/** The results in the order of the items; `limit` of them are worked on at a time. */
export async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += limit)
    results.push(...(await Promise.all(items.slice(at, at + limit).map(work))));
  return results;
}
