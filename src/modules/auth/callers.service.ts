import { Injectable } from '@nestjs/common';
import { type Caller, UNRESTRICTED } from '../../platform/access/caller';
import type {
  CredentialChecker,
  CredentialKind,
  IssuerOfRequest,
} from '../../platform/access/credential-checker';
import { InvalidKey, KeyChanged, MissingKey } from '../../platform/access/key.errors';
import { type KeyHolder, KeyHolders } from '../agents/public/key-holders';
import { type Credential, type CredentialHeaders, credentialOf } from './credential';
import { KeyRequirementService } from './key-requirement.service';

/** A request as far as authentication reads it. */
export interface SignedRequest {
  readonly headersDistinct: CredentialHeaders;
}

/** Authenticates requests: one lookup per request, never cached across requests. */
@Injectable()
export class CallersService implements CredentialChecker {
  private readonly lookupsByRequest = new WeakMap<SignedRequest, Promise<KeyHolder | null>>();

  constructor(
    private readonly requirement: KeyRequirementService,
    private readonly holders: KeyHolders,
  ) {}

  /** The caller behind a request. Throws `MissingKey`, `InvalidKey`. */
  async requireCaller(request: SignedRequest): Promise<Caller> {
    const holder = await this.findHolder(request);
    if (holder) return holder;
    if (credentialOf(request.headersDistinct).kind !== 'none') throw new InvalidKey();
    if (this.requirement.isRequired()) throw new MissingKey();
    return UNRESTRICTED;
  }

  /** The account whose key is in the header, or else the cookie; `null` without a valid key. */
  async findHolder(request: SignedRequest): Promise<KeyHolder | null> {
    const cached = this.lookupsByRequest.get(request);
    if (cached) return cached;
    const holder = this.lookUp(credentialOf(request.headersDistinct));
    this.lookupsByRequest.set(request, holder);
    return holder;
  }

  /** The account that has this key; `null` for an unknown or revoked key. */
  async holderOf(key: string): Promise<KeyHolder | null> {
    return this.holders.holderOf(key);
  }

  /** Whether the header or the cookie holds an unknown or revoked key; `null` without a key, or with a valid one. */
  async invalidCredentialKind(request: SignedRequest): Promise<'key' | 'cookie' | null> {
    const { kind } = credentialOf(request.headersDistinct);
    return kind === 'none' || (await this.findHolder(request)) ? null : kind;
  }

  async recheck(request: SignedRequest & { readonly caller?: Caller }): Promise<void> {
    const { caller } = request;
    if (!caller) return; // A public route has no caller.
    this.lookupsByRequest.delete(request);
    const now = await this.requireCaller(request);
    if (now.ownerId !== caller.ownerId || now.version !== caller.version) throw new KeyChanged();
  }

  async issuer({ ownerId, keyId }: IssuerOfRequest): Promise<Caller | null> {
    if (ownerId === null && this.requirement.isRequired()) return null;
    const caller = await this.holders.callerFor(ownerId);
    return keyId === undefined || caller?.keyId === keyId ? caller : null;
  }

  async credentialKind(request: SignedRequest): Promise<CredentialKind> {
    const { kind } = credentialOf(request.headersDistinct);
    if (kind === 'key') return (await this.findHolder(request)) ? 'key' : 'nothing';
    return kind === 'cookie' ? 'cookie' : 'nothing';
  }

  private async lookUp(credential: Credential): Promise<KeyHolder | null> {
    if (credential.kind === 'none') return null;
    // Parallel lookups share one statement.
    const holders = await Promise.all(credential.tokens.map((key) => this.holders.holderOf(key)));
    return holders.find((holder) => holder !== null) ?? null;
  }
}
