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
   * The caller who issued a token earlier, with the rights of now: public routes act with these. `null` once the key was
   * revoked, replaced or deleted, or if the caller had none and one is required now.
   */
  abstract issuer(key: Pick<Caller, 'ownerId' | 'keyId'>): Promise<Caller | null>;
}
