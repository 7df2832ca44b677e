import type { SkippedShot, SkipReason } from '../records/generation.entity';
import type { TakeKind, TakeRow } from '../records/take.entity';
import type { ShotToTake } from '../takes/compose-take';
import type { SourceTake } from '../takes/take-sources';
import { TakeKeys } from './take-graph';

export const ONLY = ['missing', 'stale', 'all'] as const;
export type Only = (typeof ONLY)[number];

/** What a bulk call knows of the takes of a project. */
export interface TakeFacts {
  /** Selected takes by id. */
  readonly selected: ReadonlyMap<string, TakeRow>;
  /** Whether a take isn't what its shot would make now. */
  readonly isStale: (takeId: string) => boolean;
  /** Whether a shot has an unfinished take of this kind. */
  readonly isOpen: (shotId: string, kind: TakeKind) => boolean;
}

/** A shot and a kind that a bulk call makes a take of. */
export interface ChosenShot {
  readonly shot: ShotToTake;
  readonly kind: TakeKind;
}

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
  return sorted(shots.map((shot) => ({ shot, kind, because: whyNot(shot, kind, only, facts) })));
}

/** Speech before clips, since it may decide how long they are. */
const REMADE_KINDS = ['image', 'speech', 'video'] as const satisfies readonly TakeKind[];

/**
 * What `POST …/regenerate` makes again: what is selected and stale or rejected, and the clips that are made from it. An
 * approved take stays.
 * @param sourcesOf the takes that a take of this shot and kind would be made from
 */
export function chooseAgain(
  shots: readonly ShotToTake[],
  facts: TakeFacts,
  sourcesOf: (one: ChosenShot) => readonly SourceTake[],
): Choice {
  const judged: Judged[] = shots.flatMap((shot) =>
    REMADE_KINDS.filter((kind) => selectedOf(shot, kind, facts)).map((kind) => ({
      ...{ shot, kind },
      because: whyNotAgain({ shot, kind }, facts),
    })),
  );
  const again = new TakeKeys(judged.filter(({ because }) => because === null).map(asSource));
  // In the order of the film, so that a clip comes after the clip that it goes on from.
  for (const one of judged) {
    if (one.because !== 'up_to_date' || !sourcesOf(one).some((source) => again.has(source)))
      continue;
    one.because = unlessApproved(one, facts);
    if (one.because === null) again.add(asSource(one));
  }
  return sorted(judged);
}

const asSource = ({ shot: { shot }, kind }: ChosenShot): SourceTake => ({ shotId: shot.id, kind });

interface Judged extends ChosenShot {
  because: SkipReason | null;
}

function sorted(judged: readonly Judged[]): Choice {
  return {
    chosen: judged.flatMap(({ shot, kind, because }) => (because === null ? [{ shot, kind }] : [])),
    skipped: judged.flatMap(({ shot: { shot }, kind, because }) =>
      because === null ? [] : [{ shot_id: shot.id, kind, because }],
    ),
  };
}

function whyNot(one: ShotToTake, kind: TakeKind, only: Only, facts: TakeFacts): SkipReason | null {
  const { shot } = one;
  if (shot.locked) return 'locked';
  if (kind === 'speech' && shot.lines.length === 0) return 'no_lines';
  if (only === 'all') return null;
  if (facts.isOpen(shot.id, kind)) return 'in_progress';
  if (only === 'missing') return shot[kind] === null ? null : 'has_one';
  const take = selectedOf(one, kind, facts);
  return take && facts.isStale(take.id) ? unlessApproved({ shot: one, kind }, facts) : 'up_to_date';
}

function whyNotAgain(one: ChosenShot, facts: TakeFacts): SkipReason | null {
  const { shot } = one.shot;
  const take = selectedOf(one.shot, one.kind, facts);
  if (shot.locked) return 'locked';
  if (one.kind === 'speech' && shot.lines.length === 0) return 'no_lines';
  if (facts.isOpen(shot.id, one.kind)) return 'in_progress';
  const isWrong = take?.verdict === 'rejected' || (take && facts.isStale(take.id));
  return isWrong ? unlessApproved(one, facts) : 'up_to_date';
}

const unlessApproved = ({ shot, kind }: ChosenShot, facts: TakeFacts): SkipReason | null =>
  selectedOf(shot, kind, facts)?.verdict === 'approved' ? 'approved' : null;

const selectedOf = (
  { shot }: ShotToTake,
  kind: TakeKind,
  { selected }: TakeFacts,
): TakeRow | undefined => selected.get(shot[`${kind}_take`] ?? '');
