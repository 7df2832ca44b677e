import { Injectable } from '@nestjs/common';
import { MediaReader } from '../../media/public/media-reader';
import type { TakeRecord } from '../dto/take.response';
import type { TakeRow } from '../records/take.entity';
import type { ShotToTake } from './compose-take';
import { ShotsToTakeService } from './shots-to-take.service';
import type { StaleReason } from './ingredients';

/** Turns takes into answers, which say why a take is stale. */
@Injectable()
export class TakeRecordsService {
  constructor(
    private readonly shots: ShotsToTakeService,
    private readonly media: MediaReader,
  ) {}

  /** @param shots the shots of the takes, by id. A fixed number of statements, whatever the number of takes. */
  async records(
    takes: readonly TakeRow[],
    shots: ReadonlyMap<string, ShotToTake>,
  ): Promise<TakeRecord[]> {
    const stale = await this.shots.staleness(takes, shots);
    const paths = takes.flatMap(({ path }) => path ?? []);
    const present = await this.media.ownersOf(paths);
    return takes.map((take) => ({
      ...toRecord(take, shots.get(take.shot_id), stale.get(take.id) ?? []),
      missing: take.path !== null && !present.has(take.path),
    }));
  }

  async record(take: TakeRow, shot: ShotToTake): Promise<TakeRecord> {
    const [record] = await this.records([take], new Map([[shot.shot.id, shot]]));
    if (!record) throw new Error('one record for one take');
    return record;
  }
}

/** Of a take that was just stored. */
export const newTakeRecord = (take: TakeRow, shot: ShotToTake): TakeRecord => ({
  ...toRecord(take, shot, []),
  missing: false,
});

/** Names each outgoing field, so that a new column can't leak. */
function toRecord(
  take: TakeRow,
  shot: ShotToTake | undefined,
  stale: readonly StaleReason[],
): Omit<TakeRecord, 'missing'> {
  return {
    id: take.id,
    project_id: take.project_id,
    shot_id: take.shot_id,
    kind: take.kind,
    status: take.status,
    selected: shot?.shot[`${take.kind}_take`] === take.id,
    verdict: take.verdict,
    reason: take.reason,
    stale,
    path: take.path,
    url: take.path === null ? null : `/media/${take.path}`,
    duration: take.duration,
    prompt_id: take.prompt_id,
    error: take.error,
    fields: take.fields,
    request: take.request,
    references: take.sources,
    generation_id: take.generation_id,
    position: take.position,
    after: take.after,
    created_at: take.created_at,
    finished_at: take.finished_at,
  };
}
