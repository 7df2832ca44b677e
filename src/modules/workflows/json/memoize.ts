/** Caches a function's result per argument object; the objects must be immutable. */
export function memoized<Key extends object, Answer>(
  compute: (key: Key) => Answer,
): (key: Key) => Answer {
  const cache = new WeakMap<Key, { readonly answer: Answer }>();
  return (key) => {
    const cached = cache.get(key) ?? { answer: compute(key) };
    cache.set(key, cached);
    return cached.answer;
  };
}

/** A map that keeps the first item of each key (`new Map(entries)` keeps the last one). */
export function firstByKey<Key, Item>(
  entries: Iterable<readonly [Key, Item]>,
): ReadonlyMap<Key, Item> {
  const firstItems = new Map<Key, Item>();
  for (const [key, item] of entries) if (!firstItems.has(key)) firstItems.set(key, item);
  return firstItems;
}

/** A node of a trie with one level per item of the list. */
interface CacheNode<Key extends object, Answer> {
  readonly children: WeakMap<Key, CacheNode<Key, Answer>>;
  answer?: { readonly value: Answer };
}

/** Caches a function's result per list of argument objects; the objects must be immutable. */
export function memoizedByList<Key extends object, Answer>(
  compute: (keys: readonly Key[]) => Answer,
): (keys: readonly Key[]) => Answer {
  const root: CacheNode<Key, Answer> = { children: new WeakMap() };
  return (keys) => {
    let node = root;
    for (const key of keys) {
      const child: CacheNode<Key, Answer> = node.children.get(key) ?? { children: new WeakMap() };
      node.children.set(key, child);
      node = child;
    }
    node.answer ??= { value: compute(keys) };
    return node.answer.value;
  };
}
