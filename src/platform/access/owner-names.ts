import { Injectable } from '@nestjs/common';

/**
 * What admins see as `owner` of a thing: a name for each account that ever was. It never changes and is never given
 * twice (a second `painter`, made when the first was deleted, is `painter~2`), so it may be kept in memory: for good,
 * because what a deleted account made stays and still shows whose it was. Two short texts per account that ever was.
 */
@Injectable()
export class OwnerNames {
  private readonly names = new Map<string, string>();
  private readonly ids = new Map<string, string>();

  learn(ownerId: string, name: string): void {
    this.names.set(ownerId, name);
    this.ids.set(name, ownerId);
  }

  /** `null` for what nobody owns. An account that was never heard of shows as its internal id. */
  nameOf(ownerId: string | null): string | null {
    return ownerId === null ? null : (this.names.get(ownerId) ?? ownerId);
  }

  /** The internal id behind a name; the text itself where no account has that name, which then owns nothing. */
  idOf(name: string): string {
    return this.ids.get(name) ?? name;
  }
}
