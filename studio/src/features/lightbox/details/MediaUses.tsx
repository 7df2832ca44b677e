import type { Media } from '../../../api/types';
import { ButtonLink } from '../../../routing/links';
import { lightboxWords } from '../words';
import styles from './MediaUses.module.css';
import { startsClips } from './model';

/**
 * Links to the generation form: with all settings that made a media asset, with the asset as the input or as the first frame of
 * a clip, or with its settings and another seed.
 */
export function MediaUses({ media }: { readonly media: Media }) {
  const { path, prompt_id: job } = media;
  return (
    <div className={styles.uses}>
      {job !== null && (
        <ButtonLink to="/generate" search={{ job }} className={styles.wide}>
          {lightboxWords.useAll}
        </ButtonLink>
      )}
      <ButtonLink to="/generate" search={{ input: path }}>
        {lightboxWords.asInput}
      </ButtonLink>
      {startsClips(media) && (
        <ButtonLink to="/generate" search={{ clip: path }}>
          {lightboxWords.clip}
        </ButtonLink>
      )}
      {job !== null && (
        <ButtonLink to="/generate" search={{ remix: job }}>
          {lightboxWords.remix}
        </ButtonLink>
      )}
    </div>
  );
}
