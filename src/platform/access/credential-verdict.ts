import type { Request } from 'express';

/** How a request is signed, as far as the browser defences care (contract §2). */
export type SignedBy =
  /** A Bearer key that is known and enabled: no web page of another origin can have sent it. */
  | 'key'
  /** The session cookie, valid or not: a browser adds it by itself. */
  | 'cookie'
  | 'nothing';

/** Judges credentials before any route is known, so that the browser defences hold on every path. */
export abstract class CredentialVerdict {
  abstract signedBy(request: Request): Promise<SignedBy>;
}
