import { IconVolume } from '@tabler/icons-react';
import { type RefObject, useRef, useState } from 'react';
import { useKeys } from '../keys';
import { stepFrames, toggleMute, togglePlay } from './playback';
import styles from './Player.module.css';
import { PlayerBar } from './PlayerBar';

/** Clips up to this length repeat, as they are mostly judged by watching them again. */
const LOOPED_UP_TO_SECONDS = 15;

interface PlayerProps {
  readonly kind: 'video' | 'audio';
  readonly src: string;
  readonly alt: string;
  /** Picture until the first frame is there. */
  readonly poster?: string | null;
  readonly fps?: number | null;
  readonly duration?: number | null;
  readonly hasSound?: boolean;
  /** Of a sound only the bar is shown. */
  readonly isBare?: boolean;
  /** Whether it begins by itself. A clip begins without sound. */
  readonly autoPlay?: boolean;
  /** The modal whose keys (Space, comma, full stop, L, Q) act on it; without one only the bar does. */
  readonly keysOf?: RefObject<HTMLElement | null>;
}

/** A clip or a sound with our own bar. */
export function Player({ kind, src, alt, fps = null, hasSound = true, ...props }: PlayerProps) {
  const element = useRef<HTMLVideoElement>(null);
  const [isLooping, setIsLooping] = useState((props.duration ?? 0) <= LOOPED_UP_TO_SECONDS);
  const { keysOf } = props;
  const act = (action: (media: HTMLMediaElement) => void) => {
    if (element.current) action(element.current);
  };
  useKeys(
    {
      Space: () => {
        act(togglePlay);
      },
      ',': () => {
        act((media) => {
          stepFrames(media, fps, -1);
        });
      },
      '.': () => {
        act((media) => {
          stepFrames(media, fps, 1);
        });
      },
      l: () => {
        setIsLooping((before) => !before);
      },
      q: () => {
        act(toggleMute);
      },
    },
    { isEnabled: keysOf !== undefined, modal: keysOf },
  );
  return (
    <div className={styles.player}>
      {kind === 'audio' && props.isBare !== true && (
        <div className={styles.sound}>
          <IconVolume size={48} stroke={1} aria-hidden="true" />
        </div>
      )}
      <video
        ref={element}
        className={kind === 'audio' ? styles.onlySound : styles.video}
        src={src}
        aria-label={alt}
        loop={isLooping}
        preload="metadata"
        poster={props.poster ?? undefined}
        autoPlay={props.autoPlay === true && !prefersStillness()}
        muted
        playsInline
        onLoadedMetadata={({ currentTarget }) => {
          if (kind === 'audio') currentTarget.muted = false;
        }}
        onClick={() => {
          act(togglePlay);
        }}
      />
      <PlayerBar
        element={element}
        fps={fps}
        hasFrames={kind === 'video'}
        hasSound={hasSound}
        isLooping={isLooping}
        onLoop={setIsLooping}
      />
    </div>
  );
}

const prefersStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
