/** A signal that is aborted with the first of its sources, until it is released. */
export interface JoinedSignal {
  readonly signal: AbortSignal;
  /** Call it when nobody waits for the signal any more: the sources forget it. */
  readonly release: () => void;
}

/**
 * Joins signals. Not with `AbortSignal.any`: Node.js 20 then keeps an entry in each source as long as the source lives. A
 * signal for the end of the service would get one for every request.
 */
export function joinSignals(...sources: readonly AbortSignal[]): JoinedSignal {
  const joined = new AbortController();
  const listeners = sources.map((source) => ({
    source,
    abort: (): void => joined.abort(source.reason),
  }));
  for (const { source, abort } of listeners) {
    if (source.aborted) abort();
    else source.addEventListener('abort', abort, { once: true });
  }
  return {
    signal: joined.signal,
    release: () => {
      for (const { source, abort } of listeners) source.removeEventListener('abort', abort);
    },
  };
}
