/** What the page has to do when the session was read again. */
export type AfterSession =
  | 'nothing'
  /** Data was refused before: fetch it now. */
  | 'refresh'
  /** Another account: nothing of the former one may stay in the page. */
  | 'reload';

/**
 * @param account the last account that this page was used with; `null` without a key, `undefined` before it was known
 * @param now the account of the session; `undefined` while a key is needed
 */
export function afterSession(
  account: string | null | undefined,
  wasSignedOut: boolean,
  now: string | null | undefined,
): AfterSession {
  if (now === undefined) return 'nothing';
  if (account !== undefined && account !== now) return 'reload';
  return wasSignedOut ? 'refresh' : 'nothing';
}
