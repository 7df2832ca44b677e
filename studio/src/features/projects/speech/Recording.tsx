import { Button } from '@mantine/core';
import { useState } from 'react';
import { mediaUrl } from '../../../api/media-url';
import type { Shot } from '../../../api/projects';
import { Player } from '../../../ui/player/Player';
import { MediaPicker } from '../../media-picker/public';
import { useShotEditing } from '../edit/use-story-editing';
import { speechWords as words } from '../speech-words';
import { projectsWords } from '../words';
import styles from './Speech.module.css';

interface RecordingProps {
  readonly shot: Shot;
  readonly isReadOnly: boolean;
}

/** The chosen recording: it can be heard, replaced by one of the gallery, and left out. */
export function Recording({ shot, isReadOnly }: RecordingProps) {
  const { choose, remove } = useShotEditing(shot);
  const [isPicking, setIsPicking] = useState(false);
  const { speech } = shot;
  const removeRecording = () =>
    void remove({
      text: words.removed,
      patch: () => ({ speech: null }),
      undo: (now, before) => (now.speech === null ? { speech: before.speech } : {}),
    });
  const isGone = shot.missing.includes('speech');
  return (
    <>
      {speech !== null && isGone && <p className={styles.problem}>{projectsWords.takes.gone}</p>}
      {speech !== null && !isGone && (
        <div className={styles.recording}>
          <Player key={speech} kind="audio" src={mediaUrl(speech)} alt={words.recording} isBare />
        </div>
      )}
      {!isReadOnly && (
        <div className={styles.buttons}>
          {speech !== null && <Button onClick={removeRecording}>{words.removeRecording}</Button>}
          <Button onClick={() => setIsPicking(true)}>{words.ownRecording}</Button>
        </div>
      )}
      {isPicking && (
        <MediaPicker
          kind="audio"
          onClose={() => setIsPicking(false)}
          onChosen={(path) => {
            setIsPicking(false);
            void choose({ speech: path });
          }}
        />
      )}
    </>
  );
}
