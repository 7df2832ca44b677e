import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
} from '@tabler/icons-react';
import { type CSSProperties, useRef } from 'react';
import { mediaUrl, thumbnailUrl } from '../../../api/media-url';
import type { Shot } from '../../../api/projects';
import { clipLength } from '../../../ui/format';
import { IconAction } from '../../../ui/IconAction';
import { Picture } from '../../../ui/Picture';
import { filmWords as words } from '../film-words';
import { cssRatio, shownMedia } from '../model';
import styles from './Preview.module.css';
import { usePreview } from './use-preview';

interface PreviewPlayerProps {
  readonly shots: readonly Shot[];
  readonly aspectRatio: string;
}

/** The shots one after another: clips, held pictures and speech, each as long as its shot. */
export function PreviewPlayer({ shots, aspectRatio }: PreviewPlayerProps) {
  const stage = useRef<HTMLDivElement>(null);
  const preview = usePreview(shots, stage);
  const { index, isPlaying } = preview;
  const shot = shots[index];
  if (!shot) return null;
  const seconds = shots.reduce((sum, one) => sum + one.duration_seconds, 0);
  return (
    <div className={styles.preview} style={{ '--ratio': cssRatio(aspectRatio) } as CSSProperties}>
      <div ref={stage} className={styles.stage}>
        <ShotOnStage key={shot.id} shot={shot} onSpoken={preview.endSpeech} />
      </div>
      <div className={styles.bar}>
        <IconAction
          icon={IconPlayerSkipBack}
          label={words.previous}
          disabled={index === 0}
          onClick={() => preview.goTo(index - 1)}
        />
        <IconAction
          icon={isPlaying ? IconPlayerPause : IconPlayerPlay}
          label={isPlaying ? words.pause : words.play}
          onClick={preview.toggle}
        />
        <IconAction
          icon={IconPlayerSkipForward}
          label={words.next}
          disabled={index === shots.length - 1}
          onClick={() => preview.goTo(index + 1)}
        />
        <span className={styles.note}>
          {words.shotOf(index + 1, shots.length)} · {clipLength(seconds)}
        </span>
      </div>
      <ol className={styles.strip} aria-label={words.strip}>
        {shots.map((one, at) => (
          <li key={one.id} style={{ flexGrow: one.duration_seconds }}>
            <StripButton
              shot={one}
              label={words.shotOf(at + 1, shots.length)}
              isShown={at === index}
              onClick={() => preview.goTo(at)}
            />
          </li>
        ))}
      </ol>
      <p className={styles.note}>{words.previewText}</p>
    </div>
  );
}

interface ShotOnStageProps {
  readonly shot: Shot;
  readonly onSpoken: () => void;
}

function ShotOnStage({ shot, onSpoken }: ShotOnStageProps) {
  const path = shownMedia(shot);
  const isClip = path !== undefined && path === shot.video;
  const text = shot.title || shot.image_prompt;
  return (
    <>
      {path === undefined ? (
        <p className={styles.empty}>{words.noPicture}</p>
      ) : isClip ? (
        <video
          className={styles.media}
          src={mediaUrl(path)}
          poster={thumbnailUrl(path, 512)}
          aria-label={text}
          playsInline
          muted
          data-muted={shot.clip_audio === 'mute' || undefined}
          preload="auto"
        />
      ) : (
        <img className={styles.media} src={mediaUrl(path)} alt={text} />
      )}
      {shot.speech !== null && !shot.missing.includes('speech') && (
        <audio src={mediaUrl(shot.speech)} preload="auto" onEnded={onSpoken}>
          <track kind="captions" />
        </audio>
      )}
    </>
  );
}

interface StripButtonProps {
  readonly shot: Shot;
  readonly label: string;
  readonly isShown: boolean;
  readonly onClick: () => void;
}

function StripButton({ shot, label, isShown, onClick }: StripButtonProps) {
  const path = shownMedia(shot);
  return (
    <button
      type="button"
      className={styles.frame}
      aria-label={label}
      aria-current={isShown || undefined}
      title={shot.title || shot.image_prompt}
      onClick={onClick}
    >
      {path !== undefined && (
        <Picture src={thumbnailUrl(path, 256)} alt="" className={styles.thumbnail} />
      )}
    </button>
  );
}
