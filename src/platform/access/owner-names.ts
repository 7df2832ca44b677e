import { Injectable } from '@nestjs/common';

/**
 * What admins see as `owner`: a unique name for every account, deleted ones included, because their media and jobs
 * stay. A name never changes and is never reused (a second `painter` is `painter~2`), so all names are cached for good:
 * two short texts per account.
 */
@Injectable()
export class OwnerNames {
  private readonly names = new Map<string, string>();
  private readonly ids = new Map<string, string>();

  cacheName(ownerId: string, name: string): void {
    this.names.set(ownerId, name);
    this.ids.set(name, ownerId);
  }

  /** `null` without an owner; the internal id for an unknown account. */
  nameOf(ownerId: string | null): string | null {
    return ownerId === null ? null : (this.names.get(ownerId) ?? ownerId);
  }

  /** The internal id of the account with this name; for an unknown name the name itself, which matches no account. */
  idOf(name: string): string {
    return this.ids.get(name) ?? name;
  }
}
