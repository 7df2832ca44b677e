import type { FilmShot } from '../film/film';

/** A part of a shot that shows consecutive frames of one file, or one frame held. */
export interface ShotPart {
  /** Media path; `null` for black. */
  readonly path: string | null;
  readonly kind: 'black' | 'still' | 'clip' | 'held';
  /** First frame of the file that is shown. */
  readonly sourceStart: number;
  readonly frames: number;
}

/** The parts of a shot of `frames` frames. A clip that is shorter is followed by its last frame, held. */
export function shotParts(
  { picture }: Pick<FilmShot, 'picture'>,
  frames: number,
  fps: number,
): readonly ShotPart[] {
  if (picture === null) return [{ path: null, kind: 'black', sourceStart: 0, frames }];
  const { path, kind } = picture;
  if (kind === 'still') return [{ path, kind, sourceStart: 0, frames }];
  const available = Math.max(1, Math.floor(picture.seconds * fps + 1e-6));
  const clip: ShotPart = { path, kind, sourceStart: 0, frames: Math.min(frames, available) };
  const missing = frames - clip.frames;
  return missing === 0
    ? [clip]
    : [clip, { path, kind: 'held', sourceStart: available - 1, frames: missing }];
}
