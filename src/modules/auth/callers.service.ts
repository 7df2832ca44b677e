import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type Caller, UNRESTRICTED } from '../../platform/access/caller';
import type { CredentialVerdict, SignedBy } from '../../platform/access/credential-verdict';
import { ConfigService } from '../../platform/config/config.service';
import { InvalidKey, MissingKey } from './auth.errors';
import { hasSessionCookie, readCredential } from './credential';

/** Finds out who sends a request. No key exists yet: each one that is sent is unknown. */
@Injectable()
export class Callers implements CredentialVerdict {
  constructor(private readonly config: ConfigService) {}

  /** The caller behind a request. Throws `MissingKey`, `InvalidKey`. */
  identify(request: Request): Promise<Caller> {
    if (readCredential(request.headers.authorization).kind === 'key')
      return Promise.reject(new InvalidKey());
    if (this.config.current().security.require_api_key) return Promise.reject(new MissingKey());
    return Promise.resolve(UNRESTRICTED);
  }

  async admit(request: Request): Promise<void> {
    await this.identify(request);
  }

  signedBy(request: Request): Promise<SignedBy> {
    return Promise.resolve(hasSessionCookie(request.headers.cookie) ? 'cookie' : 'nothing');
  }
}
