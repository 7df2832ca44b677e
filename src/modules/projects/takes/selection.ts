import type { TakeRow } from '../records/take.entity';

/** What is selected for a kind of media of a shot. */
export interface Selection {
  /** `null` also for a file that was deleted. */
  readonly path: string | null;
  /** The take that it came from; `null` for media that a user set. */
  readonly take: Pick<TakeRow, 'verdict' | 'chosen_at'> | null;
}

/**
 * Whether a completed take becomes the selected one. It replaces a take that was selected because it completed, but
 * neither an approved take nor media that a user selected after the completed take was requested.
 */
export function replacesSelection(
  take: Pick<TakeRow, 'replaces' | 'created_at'>,
  { path, take: selected }: Selection,
): boolean {
  if (path === null) return true;
  if (selected === null) return take.replaces === path;
  if (selected.verdict === 'approved') return false;
  return selected.chosen_at === null || selected.chosen_at <= take.created_at;
}
