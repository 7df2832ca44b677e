import { IconMovie, IconPlayerPlay } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { thumbnailUrl } from '../../../api/media-url';
import type { Render } from '../../../api/projects';
import { Picture } from '../../../ui/Picture';
import { projectsWords as words } from '../words';
import styles from './Film.module.css';

/** The poster of a film, which opens the film; an empty frame until the film is finished. */
export function FilmPoster({ render: { path, poster } }: { readonly render: Render }) {
  if (path === null)
    return (
      <span className={styles.poster}>
        <IconMovie size={24} stroke={1.5} aria-hidden="true" className={styles.sign} />
      </span>
    );
  return (
    <Link
      to="."
      search={(before) => ({ ...before, view: path })}
      resetScroll={false}
      className={styles.poster}
      aria-label={words.film.watch}
    >
      {poster !== null && (
        <Picture src={thumbnailUrl(poster, 512)} alt="" fit="contain" className={styles.picture} />
      )}
      <span className={styles.play}>
        <IconPlayerPlay size={18} stroke={1.5} aria-hidden="true" />
      </span>
    </Link>
  );
}
