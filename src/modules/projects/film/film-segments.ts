import type { Timeline, TimelineShot } from './film-timeline';

/** Consecutive frames of a shot's picture. */
export interface ShotFrames {
  readonly placed: TimelineShot;
  /** Counted from the shot's start; negative in the cross-fade before it. */
  readonly from: number;
}

/** A piece of the film that is encoded separately: a cross-fade, or frames between two cross-fades. */
export interface Segment {
  /** Its first frame, counted from the start of the film. */
  readonly start: number;
  readonly frames: number;
  /** One shot, or the two of a cross-fade. */
  readonly pictures: readonly [ShotFrames] | readonly [ShotFrames, ShotFrames];
}

/**
 * Clips may have longer segments: each is decoded and scaled from the clip's start, so that ten instead of two would take three
 * times as long.
 */
const CLIP_FACTOR = 5;

/**
 * The segments of a film in order; together they are exactly as long as the film.
 * @param maxFrames the frames of a shot between its cross-fades are split evenly into segments of at most this length, those of
 * clips into segments that are at most five times as long
 */
export function segmentsOf({ shots }: Timeline, maxFrames: number): readonly Segment[] {
  const segments = shots.flatMap((placed, index) => {
    const next = shots[index + 1];
    const longest = placed.shot.picture?.kind === 'clip' ? maxFrames * CLIP_FACTOR : maxFrames;
    return [...segmentsBetweenFades(placed, longest), ...(next ? [crossFade(placed, next)] : [])];
  });
  return segments.filter(({ frames }) => frames > 0);
}

function segmentsBetweenFades(placed: TimelineShot, maxFrames: number): Segment[] {
  const frames = placed.frames - placed.fadeIn - placed.fadeOut;
  const count = Math.ceil(frames / maxFrames);
  const cut = (index: number): number => placed.fadeIn + Math.floor((frames * index) / count);
  return Array.from({ length: count }, (_, index) => ({
    start: placed.start + cut(index),
    frames: cut(index + 1) - cut(index),
    pictures: [{ placed, from: cut(index) }],
  }));
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
