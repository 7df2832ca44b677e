import { Checkbox, VisuallyHidden } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { thumbnailUrl } from '../../../api/media-url';
import type { Shot } from '../../../api/projects';
import { clipLength } from '../../../ui/format';
import { Picture } from '../../../ui/Picture';
import { makingWords } from '../making-words';
import { useShotSelection } from '../many/selection';
import { shownMedia, stateOf, TONES } from '../model';
import { StateDot } from '../../../ui/StateDot';
import { projectsWords as words } from '../words';
import styles from './ShotTile.module.css';

interface ShotTileProps {
  readonly shot: Shot;
  /** The number of its scene. */
  readonly scene: number;
  readonly isOpen: boolean;
  /** A shot that is dragged would be put in front of it. */
  readonly isDropBefore: boolean;
}

/** One shot: what is chosen for it, what it should show, and its state. Leads to its takes. */
export const ShotTile = memo(function ShotTile(props: ShotTileProps) {
  const { shot, scene, isOpen, isDropBefore } = props;
  const { ids, toggle } = useShotSelection();
  const isSelected = ids.has(shot.id);
  const media = shownMedia(shot);
  const state = stateOf(shot);
  const text = shot.title || shot.image_prompt || shot.description;
  return (
    <li
      data-open={isOpen || undefined}
      data-shot-id={shot.id}
      data-drop={isDropBefore || undefined}
      data-selected={isSelected || undefined}
      className={styles.item}
    >
      <Link
        to="."
        search={({ scene: _scene, about: _about, ...before }) => ({ ...before, shot: shot.id })}
        resetScroll={false}
        className={styles.tile}
        aria-current={isOpen || undefined}
      >
        <span className={styles.frame}>
          {media !== undefined && (
            <Picture src={thumbnailUrl(media, 512)} alt="" className={styles.picture} />
          )}
          <span className={styles.length} aria-hidden="true">
            {clipLength(shot.duration_seconds)}
          </span>
        </span>
        <span className={styles.text}>
          <span className={styles.number}>
            <VisuallyHidden>{words.shot.before(scene)}</VisuallyHidden>
            {shot.shot_number}
          </span>
          <span className={styles.prompt} dir="auto" title={text}>
            {text}
          </span>
          {shot.locked && (
            <IconLock
              size={18}
              stroke={1.5}
              role="img"
              aria-label={words.shot.locked}
              className={styles.lock}
            />
          )}
        </span>
        <StateDot tone={TONES[state]}>{words.shot.states[state]}</StateDot>
      </Link>
      <Checkbox
        className={ids.size > 0 ? styles.tickShown : styles.tick}
        classNames={{ input: styles.tickBox }}
        size="24px"
        checked={isSelected}
        aria-label={makingWords.select(scene, shot.shot_number)}
        onChange={() => toggle(shot.id)}
      />
    </li>
  );
});
