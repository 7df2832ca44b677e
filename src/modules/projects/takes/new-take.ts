import type { ShotRow } from '../records/shot.entity';
import type { TakeKind, TakeRow } from '../records/take.entity';

/** The fields of a new take that differ from the defaults of {@link newTake}. */
export interface NewTake
  extends
    Pick<TakeRow, 'id' | 'fields' | 'created_at'>,
    Partial<
      Pick<
        TakeRow,
        | 'status'
        | 'prompt_id'
        | 'request'
        | 'sources'
        | 'ingredients'
        | 'generation_id'
        | 'position'
        | 'after'
      >
    > {}

/** The row of a new take of a shot; it is waiting unless `take` sets another status. */
export const newTake = (shot: ShotRow, kind: TakeKind, take: NewTake): TakeRow => ({
  project_id: shot.project_id,
  shot_id: shot.id,
  kind,
  generation_id: null,
  position: null,
  after: [],
  status: 'waiting',
  prompt_id: null,
  request: null,
  sources: [],
  path: null,
  duration: null,
  line_seconds: null,
  error: null,
  verdict: null,
  reason: '',
  ingredients: {},
  replaces: shot[kind],
  chosen_at: null,
  finished_at: null,
  ...take,
});
