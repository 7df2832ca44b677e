import { Link, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { mediaTitle, thumbnailUrl, useMadeFrom, useMediaItem } from '../../../api/media-item';
import { asTiles, type Media, type MediaTile } from '../../../api/types';
import { rootRoute } from '../../../routing/root-route';
import { Picture } from '../../../ui/Picture';
import { detailsWords } from '../words';
import styles from './MediaDetails.module.css';

const THUMBNAIL = 256;

/** Pictures that it was made from, and what was made from it; each opens in the lightbox. */
export function MadeFrom({ media }: { readonly media: Media }) {
  const made = useMadeFrom(media.path);
  const from = media.made_from;
  const into = asTiles(made.data?.items ?? []);
  return (
    <>
      {from.length > 0 && (
        <Section label={detailsWords.madeFrom}>
          {from.map((path) => (
            <Source key={path} path={path} />
          ))}
        </Section>
      )}
      {into.length > 0 && (
        <Section label={detailsWords.madeInto}>
          {into.map((tile) => (
            <Thumbnail key={tile.path} tile={tile} />
          ))}
        </Section>
      )}
    </>
  );
}

function Section({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={label}>
      <h3 className={styles.label}>{label}</h3>
      <div className={styles.thumbs}>{children}</div>
    </section>
  );
}

function Source({ path }: { readonly path: string }) {
  const { data } = useMediaItem(path);
  return data ? (
    <Thumbnail tile={{ ...data, alt: mediaTitle(data) }} />
  ) : (
    <span className={styles.thumb} />
  );
}

type Tile = Pick<MediaTile, 'path' | 'alt' | 'thumbnail_url' | 'placeholder'>;

function Thumbnail({ tile }: { readonly tile: Tile }) {
  const { view } = useSearch({ from: rootRoute.id });
  return (
    <Link
      to="."
      search={(before) => ({ ...before, view: tile.path })}
      replace={view !== undefined}
      resetScroll={false}
      className={styles.thumb}
      aria-label={detailsWords.open(tile.alt)}
    >
      <Picture
        className={styles.picture}
        src={thumbnailUrl(tile, THUMBNAIL)}
        alt=""
        placeholder={tile.placeholder}
      />
    </Link>
  );
}
