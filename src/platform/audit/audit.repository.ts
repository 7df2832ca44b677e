import { Injectable } from '@nestjs/common';
import { newestPage } from '../database/newest-page';
import { ReadConnection } from '../database/read-connection';
import { row } from '../database/row';
import type { Transaction } from '../database/write-gate';
import type { Page, PageRequest } from '../http/paging';
import { type AuditEntry, AuditEntryEntity } from './audit-entry.entity';

/** Filters of the audit log. */
export interface AuditFilter {
  readonly actor?: string;
  readonly action?: string;
  readonly subject?: string;
  /** ISO 8601, UTC: entries at or after it. */
  readonly since?: string;
}

@Injectable()
export class AuditRepository {
  constructor(private readonly read: ReadConnection) {}

  async insert(tx: Transaction, entry: AuditEntry): Promise<void> {
    await tx.insert(AuditEntryEntity, row(entry));
  }

  /** Newest first. */
  async page(filter: AuditFilter, request: PageRequest): Promise<Page<AuditEntry>> {
    return newestPage(this.filtered(filter), request, 'at');
  }

  private filtered({ since, ...columns }: AuditFilter) {
    const query = this.read.manager.createQueryBuilder(AuditEntryEntity, 'entry');
    for (const [column, value] of Object.entries(columns))
      query.andWhere(`entry.${column} = :${column}`, { [column]: value });
    if (since !== undefined) query.andWhere('entry.at >= :since', { since });
    return query;
  }
}
