import { Injectable } from '@nestjs/common';
import { In, type SelectQueryBuilder } from 'typeorm';
import { OwnerNames } from '../../../platform/access/owner-names';
import type { OwnerFilter } from '../../../platform/access/scope';
import { ReadSource } from '../../../platform/database/read-source';
import type { PageRequest } from '../../../platform/http/paging';
import { JobCharacterEntity, JobEntity, JobOutputEntity, type JobOutputRow, JobPayloadEntity, type JobPayloadRow, type JobRow } from './job.entity';
import type { JobStatus } from '../tracking/job-state';

/** What a list of jobs may be narrowed by. */
export interface JobFilter {
  readonly status?: readonly JobStatus[];
  readonly kind?: 'image' | 'video';
  readonly workflow?: string;
  readonly provider?: string;
  readonly character?: string;
  readonly project?: string;
  /** An owner's name. Narrows what the caller sees, and never widens it. */
  readonly owner?: string;
  /** ISO 8601, UTC, milliseconds: jobs made at or after it. */
  readonly since?: string;
  readonly prompt_ids?: readonly string[];
}

/** Jobs as callers see them: always through the owner filter. */
@Injectable()
export class JobListRepository {
  constructor(
    private readonly read: ReadSource,
    private readonly owners: OwnerNames,
  ) {}

  /** One more row than `limit`, newest first, so that the service knows whether a page follows. */
  async page(owner: OwnerFilter, filter: JobFilter, page: PageRequest): Promise<JobRow[]> {
    const query = this.filtered(owner, filter)
      .orderBy('job.created_at', 'DESC')
      .addOrderBy('job.prompt_id', 'DESC')
      .limit(page.limit + 1);
    if (page.after) {
      // As one pair, so that both databases begin in the middle of the index.
      query.andWhere('(job.created_at, job.prompt_id) < (:sort, :id)', { ...page.after });
    }
    return query.getMany();
  }

  async count(owner: OwnerFilter, filter: JobFilter): Promise<number> {
    return this.filtered(owner, filter).getCount();
  }

  /** Outputs of several jobs in one statement, in order. */
  async outputs(promptIds: readonly string[]): Promise<JobOutputRow[]> {
    if (promptIds.length === 0) return [];
    return this.read.manager.find(JobOutputEntity, {
      where: { prompt_id: In([...promptIds]) },
      order: { prompt_id: 'ASC', position: 'ASC' },
    });
  }

  async payload(promptId: string): Promise<JobPayloadRow | null> {
    return this.read.manager.findOneBy(JobPayloadEntity, { prompt_id: promptId });
  }

  private filtered(owner: OwnerFilter, filter: JobFilter): SelectQueryBuilder<JobEntity> {
    const query = this.scoped(owner);
    const { status, character, owner: name, since, prompt_ids } = filter;
    if (status) query.andWhere('job.status IN (:...status)', { status });
    for (const column of ['kind', 'workflow', 'provider', 'project'] as const) {
      const value = filter[column];
      if (value !== undefined) query.andWhere(`job.${column} = :${column}`, { [column]: value });
    }
    if (name !== undefined)
      query.andWhere('job.owner_id = :named', { named: this.owners.idOf(name) });
    if (since !== undefined) query.andWhere('job.created_at >= :since', { since });
    if (prompt_ids) query.andWhere('job.prompt_id IN (:...prompt_ids)', { prompt_ids });
    if (character !== undefined) {
      const shows = query
        .subQuery()
        .select('shown.prompt_id')
        .from(JobCharacterEntity, 'shown')
        .where('shown.character_id = :character')
        .getQuery();
      query.andWhere(`job.prompt_id IN ${shows}`, { character });
    }
    return query;
  }

  private scoped(owner: OwnerFilter): SelectQueryBuilder<JobEntity> {
    const query = this.read.manager.createQueryBuilder(JobEntity, 'job');
    return owner.all ? query : query.where('job.owner_id = :ownerId', { ownerId: owner.ownerId });
  }
}
