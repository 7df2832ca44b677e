import { useState } from 'react';
import { thumbnailUrl } from '../../api/media-url';
import type { Character } from '../../api/types';
import styles from './Face.module.css';
import { initials } from '../../ui/initials';

/** The first reference picture of a character, or its initials. Decorative: the name stands beside it. */
export function Face({
  character,
}: {
  readonly character: Pick<Character, 'name' | 'source_images'>;
}) {
  const [first] = character.source_images;
  const [failed, setFailed] = useState<string>();
  if (first === undefined || failed === first)
    return (
      <span className={styles.initials} aria-hidden="true">
        {initials(character.name)}
      </span>
    );
  return (
    <img
      className={styles.face}
      src={thumbnailUrl(first, 512)}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      // Deleted, or not to be seen by this key.
      onError={() => setFailed(first)}
    />
  );
}
