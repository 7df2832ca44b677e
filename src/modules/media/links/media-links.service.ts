import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { TOKEN_BYTES, tokenHash } from '../../../platform/access/token-hash';
import { AuditLogService } from '../../../platform/audit/audit-log.service';
import { Clock, Ids } from '../../../platform/clock/clock';
import { ConfigService } from '../../../platform/config/config.service';
import { installAddress, type RequestAddress } from '../../../platform/http/install-address';
import type { Plain } from '../../../platform/plain';
import { MediaService } from '../catalogue/media.service';
import type { MediaLinkRow } from '../entities/media-link.entities';
import {
  DEFAULT_TTL_SECONDS,
  type DeletedLinkResponse,
  type LinkDto,
  type NewLinkResponse,
} from './dto/links.dto';
import { LinkCap, LinkNotFound } from './links.errors';
import { MediaLinksRepository } from './media-links.repository';

const MAX_LINKS_PER_OWNER = 1000;
const ID_BYTES = 12;

/** Makes and deletes public links to single files. */
@Injectable()
export class MediaLinksService {
  constructor(
    private readonly rows: MediaLinksRepository,
    private readonly media: MediaService,
    private readonly auditLog: AuditLogService,
    private readonly config: ConfigService,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** @throws MediaNotFound, LinkCap */
  async create(
    caller: Caller,
    path: string,
    { ttl_seconds = DEFAULT_TTL_SECONDS }: LinkDto,
    address: RequestAddress,
  ): Promise<Plain<NewLinkResponse>> {
    const asset = await this.media.find(caller, path);
    const token = this.ids.token(TOKEN_BYTES);
    const now = this.clock.now();
    const link: MediaLinkRow = {
      id: `lnk_${this.ids.token(ID_BYTES)}`,
      token_hash: tokenHash(token),
      owner_id: caller.ownerId,
      key_id: caller.keyId,
      path,
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + ttl_seconds * 1000).toISOString(),
    };
    const operation = operationOn('create', { id: link.id, ownerId: asset.owner_id });
    const isInserted = await this.rows.insert(link, MAX_LINKS_PER_OWNER, (tx) =>
      this.auditLog.recordForeign(tx, caller, operation),
    );
    if (!isInserted) throw new LinkCap(MAX_LINKS_PER_OWNER);
    const { public_url } = this.config.current().server;
    const { id, expires_at } = link;
    return { id, url: `${installAddress(public_url, address)}/link/${token}`, expires_at };
  }

  /** @throws LinkNotFound */
  async delete(caller: Caller, id: string): Promise<Plain<DeletedLinkResponse>> {
    const link = await this.rows.findFor(caller, id);
    if (!link) throw new LinkNotFound();
    const operation = operationOn('delete', { id, ownerId: link.owner_id });
    const isDeleted = await this.rows.remove(id, (tx) =>
      this.auditLog.recordForeign(tx, caller, operation),
    );
    if (!isDeleted) throw new LinkNotFound();
    return { ok: true, id };
  }
}

const operationOn = (
  verb: 'create' | 'delete',
  { id: subject, ownerId }: { id: string; ownerId: string | null },
) => ({ action: `link.${verb}`, kind: 'link', subject, ownerId });
