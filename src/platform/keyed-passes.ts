import { KeyedMutex } from './keyed-mutex';

/**
 * Runs passes over what a key names. Passes of one key follow one another; a call joins a pass that hasn't begun, since
 * that will see what the caller has written.
 */
export class KeyedPasses {
  private readonly perKey = new KeyedMutex();
  /** Passes that have not begun. */
  private readonly pending = new Map<string, Promise<void>>();
  private readonly open = new Set<Promise<void>>();

  constructor(private readonly work: (key: string) => Promise<void>) {}

  run(key: string): Promise<void> {
    const pending = this.pending.get(key);
    if (pending) return pending;
    const pass = this.perKey.run(key, () => {
      this.pending.delete(key);
      return this.work(key);
    });
    this.pending.set(key, pass);
    this.open.add(pass);
    const close = (): void => void this.open.delete(pass);
    pass.then(close, close);
    return pass;
  }

  /** Resolves when every pass asked for until now has ended, however it ended. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.open);
  }
}
