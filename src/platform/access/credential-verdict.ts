import type { Request } from 'express';
import type { RequestWithCaller } from './access.decorators';

/** How a request is signed, as far as the browser defences care (contract §2). */
export type CredentialKind =
  /** A Bearer key that is known and enabled: no web page of another origin can have sent it. */
  | 'key'
  /** The session cookie, valid or not: a browser adds it by itself. */
  | 'cookie'
  | 'nothing';

/** Judges credentials where no route's guard does: before a route is known, and where none is found. */
export abstract class CredentialVerdict {
  abstract signedBy(request: Request): Promise<CredentialKind>;

  /** Throws as the access guard would for a route that isn't public: 401 goes before "no such path". */
  abstract admit(request: Request): Promise<void>;

  /**
   * Judges the caller of a route once more, when its body has arrived: a key that was revoked meanwhile must not bring
   * what it began to send before. Throws `InvalidKey`, `MissingKey`, and `KeyChanged` where the rights are others now.
   */
  abstract confirm(request: RequestWithCaller): Promise<void>;
}
