import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconRepeat,
  IconRepeatOff,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import type { CSSProperties, RefObject } from 'react';
import { clipLength, clipTime } from '../format';
import { IconAction } from '../IconAction';
import { seek, stepFrames, toggleMute, togglePlay } from './playback';
import styles from './Player.module.css';
import { usePlayback } from './use-playback';
import { playerWords } from './words';

/** How much of the track is filled; Firefox fills it by itself. */
const doneStyle = (time: number, duration: number) =>
  ({ '--done': `${duration > 0 ? (time / duration) * 100 : 0}%` }) as CSSProperties;

interface PlayerBarProps {
  readonly element: RefObject<HTMLMediaElement | null>;
  readonly fps: number | null;
  /** A sound has no frames to step through. */
  readonly hasFrames: boolean;
  readonly hasSound: boolean;
  readonly isLooping: boolean;
  readonly onLoop: (isLooping: boolean) => void;
}

/** Play, frame step, scrub, loop and mute. */
export function PlayerBar({
  element,
  fps,
  hasFrames,
  hasSound,
  isLooping,
  onLoop,
}: PlayerBarProps) {
  const { isPlaying, time, duration, isMuted } = usePlayback(element);
  const act = (action: (media: HTMLMediaElement) => void) => {
    if (element.current) action(element.current);
  };
  const shown = playerWords.time(clipTime(time, duration), clipLength(duration));
  return (
    <div className={styles.bar}>
      <IconAction
        icon={isPlaying ? IconPlayerPause : IconPlayerPlay}
        label={isPlaying ? playerWords.pause : playerWords.play}
        onClick={() => {
          act(togglePlay);
        }}
      />
      {hasFrames && (
        <span className={styles.steps}>
          <IconAction
            icon={IconPlayerSkipBack}
            label={playerWords.previousFrame}
            onClick={() => {
              act((media) => {
                stepFrames(media, fps, -1);
              });
            }}
          />
          <IconAction
            icon={IconPlayerSkipForward}
            label={playerWords.nextFrame}
            onClick={() => {
              act((media) => {
                stepFrames(media, fps, 1);
              });
            }}
          />
        </span>
      )}
      <input
        className={styles.scrub}
        type="range"
        aria-label={playerWords.position}
        aria-valuetext={shown}
        min={0}
        max={duration}
        step={fps === null ? 0.01 : 1 / fps}
        value={time}
        style={doneStyle(time, duration)}
        onChange={(event) => {
          const time = Number(event.currentTarget.value);
          act((media) => {
            seek(media, time);
          });
        }}
      />
      <span className={`tabular ${styles.time}`}>
        {/* One text: the length would move by itself. */}
        {`${clipTime(time, duration)} / ${clipLength(duration)}`}
      </span>
      <IconAction
        icon={isLooping ? IconRepeat : IconRepeatOff}
        label={isLooping ? playerWords.dontLoop : playerWords.loop}
        aria-pressed={isLooping}
        onClick={() => {
          onLoop(!isLooping);
        }}
      />
      {hasSound && (
        <IconAction
          icon={isMuted ? IconVolumeOff : IconVolume}
          label={isMuted ? playerWords.unmute : playerWords.mute}
          onClick={() => {
            act(toggleMute);
          }}
        />
      )}
    </div>
  );
}
