/** Tells the shell that an answer was 401, so that it asks for a key above the page. */
const listeners = new Set<() => void>();

export function reportUnauthorized(): void {
  for (const listener of listeners) listener();
}

/** Returns the function that unsubscribes. */
export function onUnauthorized(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
