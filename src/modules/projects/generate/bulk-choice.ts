import type { SkippedShot, SkipReason } from '../records/generation.entity';
import type { TakeKind, TakeRow } from '../records/take.entity';
import type { ShotToTake } from '../takes/compose-take';
import type { TakeKey } from '../takes/take-sources';
import { TakeKeys } from './take-graph';

export const ONLY = ['missing', 'stale', 'all'] as const;
export type Only = (typeof ONLY)[number];

/** What a bulk call needs to know about the takes of a project. */
export interface TakeFacts {
  /** Selected takes by id. */
  readonly selected: ReadonlyMap<string, TakeRow>;
  /** Whether a take isn't what its shot would make now. */
  readonly isStale: (takeId: string) => boolean;
  /** Whether a file of a shot was deleted or is in the trash. */
  readonly isGone: (path: string) => boolean;
  /** Whether a shot has an unfinished take of this kind. */
  readonly isOpen: (shotId: string, kind: TakeKind) => boolean;
}

/** A shot and a kind that a bulk call makes a take of. */
export interface ChosenShot {
  readonly shot: ShotToTake;
  readonly kind: TakeKind;
}

/** The shots that a bulk call makes takes of, and those that it skips. */
export interface Choice {
  readonly chosen: readonly ChosenShot[];
  readonly skipped: readonly SkippedShot[];
}

/** The shots that `POST …/generate` makes takes of. */
export function chooseShots(
  shots: readonly ShotToTake[],
  kind: TakeKind,
  only: Only,
  facts: TakeFacts,
): Choice {
  return choiceOf(
    shots.map((shot) => ({ shot, kind, because: skipReason(shot, kind, only, facts) })),
  );
}

/** In the order of making: speech comes before clips, because it may decide their length. */
const REMADE_KINDS = ['image', 'speech', 'video'] as const satisfies readonly TakeKind[];

/**
 * The shots that `POST …/regenerate` makes takes of again: those whose selected take is stale or rejected, and the clips
 * that are made from these takes. Approved takes are kept.
 * @param sourcesOf the takes that a take of this shot and kind would be made from
 */
export function chooseShotsToRemake(
  shots: readonly ShotToTake[],
  facts: TakeFacts,
  sourcesOf: (one: ChosenShot) => readonly TakeKey[],
): Choice {
  const decisions: ShotDecision[] = shots.flatMap((shot) =>
    REMADE_KINDS.filter((kind) => selectedOf(shot, kind, facts)).map((kind) => ({
      shot,
      kind,
      because: remakeSkipReason({ shot, kind }, facts),
    })),
  );
  const again = new TakeKeys(decisions.filter(({ because }) => because === null).map(asSource));
  // In the order of the film, so that a clip comes after the clip that it continues.
  for (const one of decisions) {
    if (one.because !== 'up_to_date' || !sourcesOf(one).some((source) => again.has(source)))
      continue;
    one.because = approvedReason(one, facts);
    if (one.because === null) again.add(asSource(one));
  }
  return choiceOf(decisions);
}

const asSource = ({ shot: { shot }, kind }: ChosenShot): TakeKey => ({ shotId: shot.id, kind });

interface ShotDecision extends ChosenShot {
  because: SkipReason | null;
}

function choiceOf(decisions: readonly ShotDecision[]): Choice {
  return {
    chosen: decisions.flatMap(({ shot, kind, because }) =>
      because === null ? [{ shot, kind }] : [],
    ),
    skipped: decisions.flatMap(({ shot: { shot }, kind, because }) =>
      because === null ? [] : [{ shot_id: shot.id, kind, because }],
    ),
  };
}

function skipReason(
  one: ShotToTake,
  kind: TakeKind,
  only: Only,
  facts: TakeFacts,
): SkipReason | null {
  const { shot } = one;
  if (shot.locked) return 'locked';
  if (kind === 'speech' && shot.lines.length === 0) return 'no_lines';
  if (only === 'all') return null;
  if (facts.isOpen(shot.id, kind)) return 'in_progress';
  if (only === 'missing') return hasFile(shot[kind], facts) ? 'has_one' : null;
  const take = selectedOf(one, kind, facts);
  return take && facts.isStale(take.id) ? approvedReason({ shot: one, kind }, facts) : 'up_to_date';
}

const hasFile = (path: string | null, { isGone }: TakeFacts): boolean =>
  path !== null && !isGone(path);

function remakeSkipReason(one: ChosenShot, facts: TakeFacts): SkipReason | null {
  const { shot } = one.shot;
  const take = selectedOf(one.shot, one.kind, facts);
  if (shot.locked) return 'locked';
  if (one.kind === 'speech' && shot.lines.length === 0) return 'no_lines';
  if (facts.isOpen(shot.id, one.kind)) return 'in_progress';
  const isWrong = take?.verdict === 'rejected' || (take && facts.isStale(take.id));
  return isWrong ? approvedReason(one, facts) : 'up_to_date';
}

const approvedReason = ({ shot, kind }: ChosenShot, facts: TakeFacts): SkipReason | null =>
  selectedOf(shot, kind, facts)?.verdict === 'approved' ? 'approved' : null;

const selectedOf = (
  { shot }: ShotToTake,
  kind: TakeKind,
  { selected }: TakeFacts,
): TakeRow | undefined => selected.get(shot[`${kind}_take`] ?? '');
