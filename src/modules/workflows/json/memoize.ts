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

/** A map of the first item of each key. */
export function firstByKey<Key, Item>(
  entries: Iterable<readonly [Key, Item]>,
): ReadonlyMap<Key, Item> {
  const firstItems = new Map<Key, Item>();
  for (const [key, item] of entries) if (!firstItems.has(key)) firstItems.set(key, item);
  return firstItems;
}

interface Step<Key extends object, Answer> {
  readonly next: WeakMap<Key, Step<Key, Answer>>;
  answer?: { readonly value: Answer };
}

/** Caches a function's result per list of argument objects; the objects must be immutable. */
export function memoizedByList<Key extends object, Answer>(
  compute: (keys: readonly Key[]) => Answer,
): (keys: readonly Key[]) => Answer {
  const first: Step<Key, Answer> = { next: new WeakMap() };
  return (keys) => {
    let step = first;
    for (const key of keys) {
      const next: Step<Key, Answer> = step.next.get(key) ?? { next: new WeakMap() };
      step.next.set(key, next);
      step = next;
    }
    step.answer ??= { value: compute(keys) };
    return step.answer.value;
  };
}
