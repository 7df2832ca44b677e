import type { Request } from 'express';
import type { RequestWithCaller } from './access.decorators';

/** Which credential a request carries, as far as the browser checks need to know (contract §2). */
export type CredentialKind =
  /** A valid Bearer key: no web page of another origin can have sent it. */
  | 'key'
  /** The session cookie, valid or not: browsers add it by themselves. */
  | 'cookie'
  | 'nothing';

/** Checks credentials where no guard runs: before routing, and for unknown routes. */
export abstract class CredentialVerdict {
  abstract signedBy(request: Request): Promise<CredentialKind>;

  /** Throws as the access guard does on a route that isn't public: 401 comes before 404. */
  abstract admit(request: Request): Promise<void>;

  /**
   * Checks the caller again after a slow body has arrived: a key revoked meanwhile must not complete the request.
   * Throws `InvalidKey`, `MissingKey`, and `KeyChanged` if the rights are different now.
   */
  abstract confirm(request: RequestWithCaller): Promise<void>;
}
