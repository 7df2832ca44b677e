import type { Request } from 'express';
import type { RequestWithCaller } from './access.decorators';
import type { Caller } from './caller';

/** Name of the session cookie. */
export const SESSION_COOKIE = 'kinora_key';

/** The kind of credential that a request carries, for the browser checks. */
export type CredentialKind =
  /** A valid Bearer key: no web page of another origin can have sent it. */
  | 'key'
  /** The session cookie, valid or not: browsers add it automatically. */
  | 'cookie'
  | 'nothing';

/** Who sent an earlier request; with `keyId`, only if that key is still valid. */
export type IssuerOfRequest = Pick<Caller, 'ownerId'> & Partial<Pick<Caller, 'keyId'>>;

/** Checks credentials where no guard runs: before routing, and for unknown routes. */
export abstract class CredentialChecker {
  abstract credentialKind(request: Request): Promise<CredentialKind>;

  /** The caller. Throws as the access guard does on a route that isn't public: 401 comes before 404. */
  abstract requireCaller(request: Request): Promise<Caller>;

  /**
   * Checks the caller again after a slow body has arrived: a key revoked meanwhile must not complete the request.
   * Throws `InvalidKey`, `MissingKey`, and `KeyChanged` if the rights are different now.
   */
  abstract recheck(request: RequestWithCaller): Promise<void>;

  /**
   * The caller of an earlier request, with the rights of now: what continues it acts with these. `null` once the key was
   * revoked or deleted, or, with a `keyId`, replaced; and if the caller had none and one is required now.
   */
  abstract issuer(key: IssuerOfRequest): Promise<Caller | null>;
}
