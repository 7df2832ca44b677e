import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Shot } from '../../../api/projects';

interface PreviewControls {
  readonly index: number;
  readonly isPlaying: boolean;
  readonly toggle: () => void;
  readonly goTo: (index: number) => void;
  /** The speech of the shot is over, which ends a shot that is as long as its speech. */
  readonly endSpeech: () => void;
}

const followsSpeech = (shot: Shot | undefined): boolean =>
  shot?.timing === 'fit_dialogue' && shot.speech !== null && !shot.missing.includes('speech');

/** Goes from shot to shot, each as long as it is in the film. */
export function usePreview(
  shots: readonly Shot[],
  stage: RefObject<HTMLElement | null>,
): PreviewControls {
  const [index, setIndex] = useState(0);
  const [isPlaying, setIsPlaying] = useState(false);
  /** How long a shot has been shown before it was paused. */
  const shown = useRef({ id: '', ms: 0 });
  const shot = shots[index];
  const goTo = (next: number) => {
    shown.current = { id: '', ms: 0 };
    setIndex(next);
  };
  const goOn = () => {
    if (index + 1 < shots.length) goTo(index + 1);
    else {
      setIsPlaying(false);
      goTo(0);
    }
  };
  const advance = useEffectEvent(goOn);
  useEffect(() => {
    const media = [
      ...(stage.current?.querySelectorAll('video, audio') ?? []),
    ] as HTMLMediaElement[];
    if (!isPlaying) {
      for (const element of media) element.pause();
      return;
    }
    // Refused where nobody has used the page yet, and cut off by the next shot.
    for (const element of media) {
      element.muted = 'muted' in element.dataset;
      element.play().catch(() => undefined);
    }
    if (shot === undefined || followsSpeech(shot)) return;
    if (shown.current.id !== shot.id) shown.current = { id: shot.id, ms: 0 };
    const begin = performance.now();
    const timer = setTimeout(advance, Math.max(0, shot.duration_seconds * 1000 - shown.current.ms));
    return () => {
      clearTimeout(timer);
      if (shown.current.id === shot.id) shown.current.ms += performance.now() - begin;
    };
  }, [isPlaying, shot, stage]);
  return {
    index,
    isPlaying,
    toggle: () => setIsPlaying((before) => !before),
    goTo,
    endSpeech: () => {
      if (isPlaying && followsSpeech(shot)) goOn();
    },
  };
}
