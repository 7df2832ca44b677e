/** Announces within the page that the account is signing out, so that nothing of it is stored any more. */
const listeners = new Set<() => void>();

export function reportSignOut(): void {
  for (const listener of listeners) listener();
}

/** Calls back once, before the page is reloaded without the account. */
export function onSignOut(listener: () => void): void {
  listeners.add(listener);
}
