import type { ShotRow } from '../records/shot.entity';
import type { TakeRow } from '../records/take.entity';
import type { ShotToTake } from '../takes/compose-take';
import type { StaleReason } from '../takes/ingredients';
import type { TakeKey } from '../takes/take-sources';

/** The selected takes of a film by id, what makes them stale, and what a clip is made from. */
export interface SelectedTakes {
  readonly selected: ReadonlyMap<string, TakeRow>;
  readonly stale: ReadonlyMap<string, readonly StaleReason[]>;
  readonly sourcesOf: (clip: TakeRow, shot: ShotToTake) => readonly TakeKey[];
}

/**
 * Why the film would show a stale take, by the id of its shot. What is kept on purpose is left out: approved takes and
 * locked shots; and speech without lines, which can't be made again.
 */
export function staleTakes(
  film: readonly ShotToTake[],
  takes: SelectedTakes,
): ReadonlyMap<string, string> {
  const reasons = film.flatMap((one) => {
    const [reason] = takesInFilm(one, takes).flatMap((take) => takes.stale.get(take.id) ?? []);
    return reason ? [[one.shot.id, reason.why] as const] : [];
  });
  return new Map(reasons);
}

/** The takes of a shot that the film shows and that may be made again. */
function takesInFilm(one: ShotToTake, { selected, sourcesOf }: SelectedTakes): readonly TakeRow[] {
  const { shot } = one;
  if (shot.locked) return [];
  const open = (id: string | null): readonly TakeRow[] => {
    const take = id === null ? undefined : selected.get(id);
    return take && take.verdict !== 'approved' ? [take] : [];
  };
  const clip = open(shot.video_take);
  return [
    ...(isPictureShown(shot, () => clip.flatMap((take) => sourcesOf(take, one)))
      ? open(shot.image_take)
      : []),
    ...clip,
    ...(shot.lines.length > 0 ? open(shot.speech_take) : []),
  ];
}

/** Whether the film shows the picture of a shot: itself, or as the start of its clip. */
const isPictureShown = ({ id, video }: ShotRow, sourcesOfClip: () => readonly TakeKey[]): boolean =>
  video === null || sourcesOfClip().some(({ shotId, kind }) => shotId === id && kind === 'image');
