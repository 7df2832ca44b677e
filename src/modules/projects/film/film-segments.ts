import type { Timeline, TimelineShot } from './film-timeline';

/** Consecutive frames of a shot's picture. */
export interface ShotFrames {
  readonly placed: TimelineShot;
  /** Counted from the shot's start; negative in the cross-fade before it. */
  readonly from: number;
}

/** A piece of the film that is encoded separately: a cross-fade, or the frames between two cross-fades. */
export interface Segment {
  /** Its first frame, counted from the start of the film. */
  readonly start: number;
  readonly frames: number;
  /** One shot, or the two of a cross-fade. */
  readonly pictures: readonly [ShotFrames] | readonly [ShotFrames, ShotFrames];
}

/** The segments of a film in order; together they are exactly as long as the film. */
export function segmentsOf({ shots }: Timeline): readonly Segment[] {
  const segments = shots.flatMap((placed, index) => {
    const body = {
      start: placed.start + placed.fadeIn,
      frames: placed.frames - placed.fadeIn - placed.fadeOut,
      pictures: [{ placed, from: placed.fadeIn }] as const,
    };
    const next = shots[index + 1];
    return next ? [body, crossFade(placed, next)] : [body];
  });
  return segments.filter(({ frames }) => frames > 0);
}

function crossFade(before: TimelineShot, after: TimelineShot): Segment {
  const from = before.frames - before.fadeOut;
  return {
    start: before.start + from,
    frames: before.fadeOut + after.fadeIn,
    pictures: [
      { placed: before, from },
      { placed: after, from: -after.fadeIn },
    ],
  };
}
