import { AsyncLocalStorage } from 'node:async_hooks';

type Values = ReadonlyMap<AsyncVariable<unknown>, unknown>;

/** One for all variables: up to Node 22, each storage that was ever used makes every promise of the process slower. */
const storage = new AsyncLocalStorage<Values>();

/** A value for one chain of asynchronous calls, as `AsyncLocalStorage` keeps it. */
export class AsyncVariable<T> {
  getStore(): T | undefined {
    return storage.getStore()?.get(this) as T | undefined;
  }

  /** Runs `work`, and everything that it starts, with this value. */
  run<R>(value: T, work: () => R): R {
    return storage.run(new Map(storage.getStore()).set(this, value), work);
  }

  /** Runs `work`, and everything that it starts, without a value. */
  exit<R>(work: () => R): R {
    const values = new Map(storage.getStore());
    values.delete(this);
    return storage.run(values, work);
  }
}
