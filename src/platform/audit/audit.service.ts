import { Injectable } from '@nestjs/common';
import { parseSinceParameter, readPage } from '../http/paging';
import type { Plain } from '../plain';
import type { AuditEntry } from './audit-entry.entity';
import { AuditRepository } from './audit.repository';
import type { AuditQuery } from './dto/audit.query';
import type { AuditEntryResponse, AuditPageResponse } from './dto/audit.response';

/** Pages of the audit log, for admins. */
@Injectable()
export class AuditService {
  constructor(private readonly rows: AuditRepository) {}

  async page(query: AuditQuery): Promise<Plain<AuditPageResponse>> {
    const { actor, action, subject, since } = query;
    const filter = {
      ...(actor === undefined ? {} : { actor }),
      ...(action === undefined ? {} : { action }),
      ...(subject === undefined ? {} : { subject }),
      ...(since === undefined ? {} : { since: parseSinceParameter(since) }),
    };
    const entries = await this.rows.page(filter, readPage(query));
    return { ...entries, items: entries.items.map(item) };
  }
}

/** Names each outgoing field. */
const item = (entry: AuditEntry): Plain<AuditEntryResponse> => ({
  id: entry.id,
  at: entry.at,
  actor: entry.actor,
  actor_kind: entry.actor_kind,
  action: entry.action,
  subject_kind: entry.subject_kind,
  subject: entry.subject,
  owner: entry.owner,
  details: entry.details,
});
