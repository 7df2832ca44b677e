import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { RequestWithCaller } from '../../platform/access/access.decorators';
import { type Caller, UNRESTRICTED } from '../../platform/access/caller';
import type { CredentialVerdict, CredentialKind } from '../../platform/access/credential-verdict';
import { InvalidKey, KeyChanged, MissingKey } from '../../platform/access/key.errors';
import { type KeyHolder, KeyHolders } from '../agents/public/key-holders';
import { type Credential, credentialOf } from './credential';
import { KeyRequirementService } from './key-requirement.service';

/** Finds out who sends a request, once per request and never from a cache beyond it. */
@Injectable()
export class CallersService implements CredentialVerdict {
  private readonly known = new WeakMap<Request, Promise<KeyHolder | null>>();

  constructor(
    private readonly requirement: KeyRequirementService,
    private readonly holders: KeyHolders,
  ) {}

  /** The caller behind a request. Throws `MissingKey`, `InvalidKey`. */
  async identify(request: Request): Promise<Caller> {
    const holder = await this.recognise(request);
    if (holder) return holder;
    if (credentialOf(request.headersDistinct).kind !== 'none') throw new InvalidKey();
    if (this.requirement.isRequired()) throw new MissingKey();
    return UNRESTRICTED;
  }

  /** The account whose key a request carries, in the header or else the cookie; `null` without one that is valid. */
  async recognise(request: Request): Promise<KeyHolder | null> {
    const known = this.known.get(request) ?? this.lookUp(credentialOf(request.headersDistinct));
    this.known.set(request, known);
    return known;
  }

  /** The account that has this key; `null` for a key that nobody has, or that is revoked. */
  async holderOf(key: string): Promise<KeyHolder | null> {
    return this.holders.holderOf(key);
  }

  /** How a request is signed whose key nobody has, or nobody any more; `null` where that is not so. */
  async deadCredential(request: Request): Promise<'key' | 'cookie' | null> {
    const { kind } = credentialOf(request.headersDistinct);
    return kind === 'none' || (await this.recognise(request)) ? null : kind;
  }

  async confirm(request: RequestWithCaller): Promise<void> {
    const { caller } = request;
    if (!caller) return; // A public route: nobody was judged.
    this.known.delete(request);
    const now = await this.identify(request);
    if (now.ownerId !== caller.ownerId || now.version !== caller.version) throw new KeyChanged();
  }

  async admit(request: Request): Promise<void> {
    await this.identify(request);
  }

  async signedBy(request: Request): Promise<CredentialKind> {
    const { kind } = credentialOf(request.headersDistinct);
    if (kind === 'key') return (await this.recognise(request)) ? 'key' : 'nothing';
    return kind === 'cookie' ? 'cookie' : 'nothing';
  }

  private async lookUp(credential: Credential): Promise<KeyHolder | null> {
    if (credential.kind === 'none') return null;
    // Asked for at once, they share one statement.
    const found = await Promise.all(credential.tokens.map((key) => this.holders.holderOf(key)));
    return found.find((holder) => holder !== null) ?? null;
  }
}
