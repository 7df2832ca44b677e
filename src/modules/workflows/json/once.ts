/** The function, computing its answer once for each object. For what never changes. */
export function once<Key extends object, Answer>(
  compute: (key: Key) => Answer,
): (key: Key) => Answer {
  const known = new WeakMap<Key, { readonly answer: Answer }>();
  return (key) => {
    const found = known.get(key) ?? { answer: compute(key) };
    known.set(key, found);
    return found.answer;
  };
}

/** The first item of each key. */
export function firstOf<Key, Item>(
  entries: Iterable<readonly [Key, Item]>,
): ReadonlyMap<Key, Item> {
  const found = new Map<Key, Item>();
  for (const [key, item] of entries) if (!found.has(key)) found.set(key, item);
  return found;
}

interface Step<Key extends object, Answer> {
  readonly next: WeakMap<Key, Step<Key, Answer>>;
  answer?: { readonly value: Answer };
}

/** The function, computing its answer once for each row of objects. For what never changes. */
export function onceForEach<Key extends object, Answer>(
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
