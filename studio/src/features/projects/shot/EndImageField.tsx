import { useState } from 'react';
import { thumbnailUrl } from '../../../api/media-url';
import type { Shot } from '../../../api/projects';
import type { ShotPatch } from '../../../api/story-changes';
import { Picture } from '../../../ui/Picture';
import { MediaPicker } from '../../media-picker/public';
import { ChoiceField } from '../../../ui/ChoiceField';
import type { Editing } from '../edit/use-story-editing';
import { storyWords } from '../story-words';
import styles from './ShotPanel.module.css';

const { shot: words } = storyWords;
const { none, from_next, picture, chosen } = words.ends;

interface EndImageFieldProps {
  readonly shot: Shot;
  readonly editing: Editing<Shot, ShotPatch>;
}

/** Where clips of the shot end: anywhere, at the next shot's picture, or at one of the gallery. */
export function EndImageField({ shot, editing: { isReadOnly, choose } }: EndImageFieldProps) {
  const [isPicking, setIsPicking] = useState(false);
  const { end_image: path } = shot;
  const isPicture = path !== null && path !== 'from_next';
  const value = isPicture ? 'chosen' : (path ?? 'none');
  return (
    <div>
      <ChoiceField<keyof typeof words.ends>
        label={words.end}
        value={value}
        names={{ none, from_next, ...(isPicture && { chosen }), picture }}
        isReadOnly={isReadOnly}
        onChoose={(next) => {
          if (next === 'picture') setIsPicking(true);
          if (next === 'picture' || next === 'chosen') return undefined;
          return choose({ end_image: next === 'none' ? null : next });
        }}
      />
      {isPicture && !shot.missing.includes('end_image') && (
        <Picture
          src={thumbnailUrl(path, 256)}
          alt={words.endPicture}
          fit="contain"
          className={styles.endImage}
        />
      )}
      {isPicking && (
        <MediaPicker
          kind="image"
          onClose={() => setIsPicking(false)}
          onChosen={(end_image) => {
            setIsPicking(false);
            void choose({ end_image });
          }}
        />
      )}
    </div>
  );
}
