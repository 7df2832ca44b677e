import type { Media } from '../../api/types';
import { MediaDetails } from './details/MediaDetails';
import { MediaUses } from './details/MediaUses';
import styles from './Viewer.module.css';
import { lightboxWords } from './words';

/** The details beside the picture. */
export function DetailsPanel({ media }: { readonly media: Media }) {
  return (
    <aside className={styles.panel} aria-label={lightboxWords.details}>
      <div className={styles.scroll}>
        <MediaDetails key={media.path} media={media} />
      </div>
      <div className={styles.foot}>
        <MediaUses media={media} />
      </div>
    </aside>
  );
}
