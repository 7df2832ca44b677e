import { type RefObject, useEffect, useState } from 'react';

/** Where a clip or sound is, for the bar below it. */
export interface Playback {
  readonly isPlaying: boolean;
  /** Seconds. */
  readonly time: number;
  readonly duration: number;
  readonly isMuted: boolean;
}

const CHANGES = ['play', 'pause', 'ended', 'seeked', 'seeking', 'durationchange', 'volumechange'];

/** Follows a media element, with every frame while it plays. */
export function usePlayback(ref: RefObject<HTMLMediaElement | null>): Playback {
  const [state, setState] = useState<Playback>({
    isPlaying: false,
    time: 0,
    duration: 0,
    isMuted: true,
  });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    let frame = 0;
    const update = () => {
      cancelAnimationFrame(frame);
      setState(read(element));
      if (!element.paused) frame = requestAnimationFrame(update);
    };
    update();
    for (const change of CHANGES) element.addEventListener(change, update);
    return () => {
      cancelAnimationFrame(frame);
      for (const change of CHANGES) element.removeEventListener(change, update);
    };
  }, [ref]);
  return state;
}

const read = (element: HTMLMediaElement): Playback => ({
  isPlaying: !element.paused,
  time: element.currentTime,
  duration: Number.isFinite(element.duration) ? element.duration : 0,
  isMuted: element.muted,
});
