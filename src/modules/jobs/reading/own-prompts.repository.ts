import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { ownerFilter } from '../../../platform/access/scope';
import { ReadSource } from '../../../platform/database/read-source';
import { JobEntity } from '../records/job.entity';
import { OwnPrompts } from '../public/own-prompts';

/** As many as a node's history holds; both databases take that many parameters. */
const MOST = 10_000;
/** Ids that we mint: what isn't one of them is nobody's job, and asks the database nothing. */
const OURS = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

@Injectable()
export class OwnPromptsRepository extends OwnPrompts {
  constructor(private readonly read: ReadSource) {
    super();
  }

  async among(caller: Caller, promptIds: readonly string[]): Promise<ReadonlySet<string>> {
    const owner = ownerFilter(caller);
    const asked = promptIds.filter((id) => OURS.test(id)).slice(-MOST);
    if (asked.length === 0) return new Set();
    const query = this.read.manager
      .createQueryBuilder(JobEntity, 'job')
      .select('job.prompt_id')
      .where('job.prompt_id IN (:...asked)', { asked });
    // Worded so that SQLite finds the jobs by their ids: by their owner it would walk through all that are theirs.
    if (!owner.all) query.andWhere("COALESCE(job.owner_id, '') = :ownerId", owner);
    const found = await query.getMany();
    return new Set(found.map(({ prompt_id }) => prompt_id));
  }
}
