import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCharacterMedia } from '../../../api/characters';
import type { Media, MediaTile } from '../../../api/types';
import { TextLink } from '../../../routing/links';
import { DetailsSection } from '../../../ui/DetailsPanel';
import { clipLength } from '../../../ui/format';
import { PagedList } from '../../../ui/PagedList';
import { Picture } from '../../../ui/Picture';
import { charactersWords as words } from '../words';
import styles from './CharacterMedia.module.css';

/** What shows the character, newest first. */
export function CharacterMedia({ id }: { readonly id: string }) {
  const { page } = words;
  return (
    <DetailsSection heading="h2" title={page.media}>
      <PagedList
        query={useCharacterMedia(id)}
        skeleton={<Skeleton height={320} radius="xs" />}
        empty={<p className={styles.none}>{page.noMedia}</p>}
      >
        {(items) => (
          <>
            <ul className={styles.grid}>
              {items.map((item) => (
                <MediaCell key={item.path} item={item} />
              ))}
            </ul>
            <TextLink to="/gallery" search={{ character: id }}>
              {page.inGallery}
            </TextLink>
          </>
        )}
      </PagedList>
    </DetailsSection>
  );
}

/** What a screen reader says: the description, else the prompt. */
const nameOf = (item: Media | MediaTile): string =>
  'prompt' in item ? item.description || (item.prompt ?? item.name) : item.name;

function MediaCell({ item }: { readonly item: Media | MediaTile }) {
  return (
    <li>
      <Link
        to="."
        search={(before) => ({ ...before, view: item.path })}
        resetScroll={false}
        className={styles.cell}
      >
        <Picture
          src={item.thumbnail_url}
          alt={nameOf(item)}
          placeholder={item.placeholder}
          width={item.width}
          height={item.height}
          className={styles.picture}
        />
        {item.type === 'video' && item.duration !== null && (
          <span className={styles.clip}>{clipLength(item.duration)}</span>
        )}
      </Link>
    </li>
  );
}
