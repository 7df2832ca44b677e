import { PageQuery } from '../../../platform/http/paging';
import {
  OptionalOneOf,
  OptionalStr,
  ReadOnlyField,
  Str,
} from '../../../platform/validation/body-fields';
import { PatchDto } from '../../../platform/validation/field';
import { QueryOneOf } from '../../../platform/validation/query-fields';
import {
  TAKE_KINDS,
  TAKE_STATUSES,
  type TakeKind,
  type TakeStatus,
  type Verdict,
  VERDICTS,
} from '../records/take.entity';
import { ShotParams } from './shot.request';
import { OWN_PATH } from './story-fields';

export class TakeParams extends ShotParams {
  @Str({ min: 1, max: 200, description: "The take's id.", example: 'tak_6Yt5Re4Wq3Za2XsC' })
  take_id: string;
}

/** `GET …/shots/{shot_id}/takes`. */
export class TakesQuery extends PageQuery {
  @QueryOneOf(TAKE_KINDS, { description: 'Only takes of this kind.' })
  kind?: TakeKind;

  @QueryOneOf(TAKE_STATUSES, { description: 'Only takes in this state.' })
  status?: TakeStatus;
}

/** `PATCH …/takes/{take_id}`: only the sent fields change; null resets one. */
export class TakePatchDto extends PatchDto {
  @OptionalOneOf(VERDICTS, {
    description:
      'An approved take stays selected, and `regenerate` doesn’t make it again; it makes rejected ones again. Null for none.',
  })
  verdict?: Verdict | null;

  @OptionalStr({ max: 2000, description: 'Why.', example: 'The lamp is out.' })
  reason?: string | null;

  @OptionalStr(OWN_PATH) id?: string;
  @OptionalStr(OWN_PATH) project_id?: string;
  @OptionalStr(OWN_PATH) shot_id?: string;
  @ReadOnlyField() kind?: unknown;
  @ReadOnlyField() status?: unknown;
  @ReadOnlyField() selected?: unknown;
  @ReadOnlyField() stale?: unknown;
  @ReadOnlyField() path?: unknown;
  @ReadOnlyField() url?: unknown;
  @ReadOnlyField() missing?: unknown;
  @ReadOnlyField() duration?: unknown;
  @ReadOnlyField() prompt_id?: unknown;
  @ReadOnlyField() error?: unknown;
  @ReadOnlyField() fields?: unknown;
  @ReadOnlyField() request?: unknown;
  @ReadOnlyField() references?: unknown;
  @ReadOnlyField() generation_id?: unknown;
  @ReadOnlyField() position?: unknown;
  @ReadOnlyField() after?: unknown;
  @ReadOnlyField() created_at?: unknown;
  @ReadOnlyField() finished_at?: unknown;
}
