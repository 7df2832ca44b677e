import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { CredentialChecker } from '../../../platform/access/credential-checker';
import { OwnerNames } from '../../../platform/access/owner-names';
import { listedOwner } from '../../../platform/access/scope';
import { groupBy } from '../../../platform/group-by';
import { readPage } from '../../../platform/http/paging';
import type { Plain } from '../../../platform/plain';
import type { MediaLinkRow } from '../entities/media-link.entities';
import { MediaReader } from '../public/media-reader';
import type { LinkPageResponse, LinkResponse, LinksQuery } from './dto/links.dto';
import { MediaLinksRepository } from './media-links.repository';

/** Lists public links. */
@Injectable()
export class LinkListsService {
  constructor(
    private readonly rows: MediaLinksRepository,
    private readonly credentials: CredentialChecker,
    private readonly media: MediaReader,
    private readonly owners: OwnerNames,
  ) {}

  /** The caller's own, newest first; admins may pass `owner`. */
  async page(caller: Caller, query: LinksQuery): Promise<Plain<LinkPageResponse>> {
    const ownerId = listedOwner(caller, query.owner, this.owners);
    const page = await this.rows.page(ownerId, readPage(query));
    const open = await this.openLinks(page.items);
    return { ...page, items: page.items.map((link) => this.record(caller, link, open)) };
  }

  private record(
    { isAdmin }: Caller,
    link: MediaLinkRow,
    open: ReadonlySet<string>,
  ): Plain<LinkResponse> {
    const { id, path, created_at, expires_at, owner_id } = link;
    const owner = isAdmin ? { owner: this.owners.nameOf(owner_id) } : {};
    return { id, path, created_at, expires_at, opens: open.has(id), ...owner };
  }

  /** Ids of the links whose maker still has the key and can read the file. */
  private async openLinks(links: readonly MediaLinkRow[]): Promise<ReadonlySet<string>> {
    const byKey = groupBy(links, ({ owner_id, key_id }) => `${owner_id} ${key_id}`);
    const open = await Promise.all([...byKey.values()].map((group) => this.openLinksOfKey(group)));
    return new Set(open.flat());
  }

  private async openLinksOfKey(links: readonly MediaLinkRow[]): Promise<readonly string[]> {
    const [link] = links;
    const maker =
      link && (await this.credentials.issuer({ ownerId: link.owner_id, keyId: link.key_id }));
    if (!maker) return [];
    const files = await this.media.findAll(
      maker,
      links.map(({ path }) => path),
    );
    return links.filter(({ path }) => files.has(path)).map(({ id }) => id);
  }
}
