interface Waiting<Key, Value> {
  readonly keys: Set<Key>;
  readonly answers: Promise<ReadonlyMap<Key, Value>>;
}

/**
 * Answers all questions of one tick by one look-up, which begins once they all have arrived: as exact as a look-up
 * each, and under load a fraction of the work.
 */
export class BatchedLookup<Key, Value> {
  private open: Waiting<Key, Value> | null = null;

  constructor(
    private readonly lookUp: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
  ) {}

  async get(key: Key): Promise<Value | undefined> {
    const batch = (this.open ??= this.begin());
    batch.keys.add(key);
    return (await batch.answers).get(key);
  }

  private begin(): Waiting<Key, Value> {
    const keys = new Set<Key>();
    const answers = new Promise<ReadonlyMap<Key, Value>>((resolve, reject) => {
      setImmediate(() => {
        this.open = null;
        this.lookUp([...keys]).then(resolve, reject);
      });
    });
    return { keys, answers };
  }
}
