import { createHash } from 'node:crypto';

/** One value for equal JSON, for as long as somebody uses it. */
export class SharedValues<Value extends object> {
  private readonly values = new Map<string, WeakRef<Value>>();
  private readonly unused = new FinalizationRegistry<string>((digest) => {
    if (!this.values.get(digest)?.deref()) this.values.delete(digest);
  });

  /** The value that was made of equal JSON, or else a new one. */
  get(json: unknown, make: () => Value): Value {
    const digest = createHash('sha256').update(JSON.stringify(json)).digest('base64');
    const known = this.values.get(digest)?.deref();
    if (known) return known;
    const value = make();
    this.values.set(digest, new WeakRef(value));
    this.unused.register(value, digest);
    return value;
  }
}
