import type { Caption, Film, FilmScene, FilmShot } from './film';

/** The position of a shot in the film, in whole frames. */
export interface TimelineShot {
  readonly scene: FilmScene;
  readonly shot: FilmShot;
  /** Its first frame, counted from the start of the film. */
  readonly start: number;
  readonly frames: number;
  /** How many of its first frames are part of a cross-fade: half of the cross-fade's length. */
  readonly fadeIn: number;
  /** The same for its last frames. */
  readonly fadeOut: number;
}

/** The shots of a film in order, and its length in frames. */
export interface Timeline {
  readonly shots: readonly TimelineShot[];
  readonly frames: number;
}

/**
 * Places the shots on whole frames. Each start is rounded from the exact sum of the lengths before it, so that rounding
 * errors don't add up: each cut is less than one frame from its exact time.
 */
export function timelineOf(film: Film): Timeline {
  const cuts = cutsOf(film);
  const placed = film.scenes.flatMap((scene) => scene.shots.map((shot) => ({ scene, shot })));
  const lengths = placed.map((_, index) => (cuts[index + 1] ?? 0) - (cuts[index] ?? 0));
  const half = Math.round((film.transition_seconds * film.fps) / 2);
  /** Half of the cross-fade at the start of a shot, at most half of the shots on both sides of the cut. */
  const fadeBefore = (index: number): number => {
    const [before = 0, after = 0] = [lengths[index - 1], lengths[index]];
    return Math.min(half, Math.floor(before / 2), Math.floor(after / 2));
  };
  const shots = placed.map((shot, index) => ({
    ...shot,
    start: cuts[index] ?? 0,
    frames: lengths[index] ?? 0,
    fadeIn: fadeBefore(index),
    fadeOut: fadeBefore(index + 1),
  }));
  return { shots, frames: cuts.at(-1) ?? 0 };
}

/** The captions of all shots in order, with times from the start of the film. A caption ends with its shot at the latest. */
export function captionsOf(film: Film): readonly Caption[] {
  return timelineOf(film).shots.flatMap(({ shot, start, frames }) => {
    const begin = start / film.fps;
    const end = (start + frames) / film.fps;
    return shot.captions
      .map((caption) => ({
        ...caption,
        from: begin + caption.from,
        to: Math.min(end, begin + caption.to),
      }))
      .filter(({ from, to }) => from < to);
  });
}

/** The frame at which each shot starts, and the one after the last. A shot has at least one frame. */
function cutsOf({ scenes, fps }: Film): readonly number[] {
  const cuts = [0];
  let seconds = 0;
  for (const shot of scenes.flatMap(({ shots }) => shots)) {
    seconds += shot.seconds;
    cuts.push(Math.max((cuts.at(-1) ?? 0) + 1, Math.round(seconds * fps)));
  }
  return cuts;
}
