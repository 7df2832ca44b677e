import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type Caller, UNRESTRICTED } from '../../platform/access/caller';
import type { CredentialVerdict, SignedBy } from '../../platform/access/credential-verdict';
import { ConfigService } from '../../platform/config/config.service';
import { KeyHolders } from '../agents/public/key-holders';
import { InvalidKey, MissingKey } from './auth.errors';
import { type Credential, credentialOf } from './credential';

/** Finds out who sends a request, once per request and never from a cache beyond it. */
@Injectable()
export class Callers implements CredentialVerdict {
  private readonly known = new WeakMap<Request, Promise<Caller | null>>();

  constructor(
    private readonly config: ConfigService,
    private readonly holders: KeyHolders,
  ) {}

  /** The caller behind a request. Throws `MissingKey`, `InvalidKey`. */
  async identify(request: Request): Promise<Caller> {
    const holder = await this.recognise(request);
    if (holder) return holder;
    if (credentialOf(request.headers).kind !== 'none') throw new InvalidKey();
    if (this.config.current().security.require_api_key) throw new MissingKey();
    return UNRESTRICTED;
  }

  /** The account whose key a request carries, in the header or else the cookie; `null` without one that is valid. */
  async recognise(request: Request): Promise<Caller | null> {
    const known = this.known.get(request) ?? this.lookUp(credentialOf(request.headers));
    this.known.set(request, known);
    return known;
  }

  async admit(request: Request): Promise<void> {
    await this.identify(request);
  }

  async signedBy(request: Request): Promise<SignedBy> {
    const { kind } = credentialOf(request.headers);
    if (kind === 'key') return (await this.recognise(request)) ? 'key' : 'nothing';
    return kind === 'cookie' ? 'cookie' : 'nothing';
  }

  private async lookUp(credential: Credential): Promise<Caller | null> {
    return credential.kind === 'none' ? null : this.holders.holderOf(credential.token);
  }
}
