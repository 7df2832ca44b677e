const listeners = new Set<() => void>();

/** Call it when the account has signed out, here or in another tab, before the page is reloaded. */
export function reportSignOut(): void {
  for (const listener of listeners) listener();
}

/** For features that store something of the account in the browser: they must stop when the listener is called. */
export function onSignOut(listener: () => void): void {
  listeners.add(listener);
}
