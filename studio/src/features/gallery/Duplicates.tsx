import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { keepAllDuplicates, mergeDuplicates, useDuplicates } from '../../api/media-duplicates';
import { mediaTitle, thumbnailUrl } from '../../api/media-item';
import type { Media } from '../../api/types';
import { useOverlay } from '../../routing/overlay';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { bytes } from '../../ui/format';
import { notifyDone, notifyError } from '../../ui/notify';
import { Picture } from '../../ui/Picture';
import { TopBar } from '../top-bar/public';
import styles from './Duplicates.module.css';
import { galleryWords } from './words';

/** Pictures that look alike, group by group: one is kept, or all are. */
export function Duplicates({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetching } = useDuplicates();
  const groups = data?.pages.flatMap(({ items }) => items) ?? [];
  const resolve = async (send: () => Promise<string>) => {
    try {
      notifyDone(await send());
    } catch (reason) {
      notifyError(reason);
    }
    for (const key of ['media', 'media-item']) void client.invalidateQueries({ queryKey: [key] });
  };
  const keepOne = (kept: Media, group: readonly Media[]) =>
    resolve(async () => {
      const others = group.filter(({ path }) => path !== kept.path).map(({ path }) => path);
      const { merged, failed } = await mergeDuplicates(kept.path, others);
      const [first] = failed;
      if (first) throw new Error(first.detail);
      return galleryWords.merged(merged.length);
    });
  const keepAll = (group: readonly Media[]) =>
    resolve(async () => {
      await keepAllDuplicates(group.map(({ path }) => path));
      return galleryWords.keptAll;
    });
  return (
    <div className={styles.page}>
      <TopBar>
        <h1>{galleryWords.duplicatesTitle}</h1>
        <Button onClick={onClose}>{galleryWords.backToGallery}</Button>
      </TopBar>
      <div className={styles.scroll}>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {data && groups.length === 0 && (
          <EmptyState title={galleryWords.noDuplicates} text={galleryWords.noDuplicatesAdvice} />
        )}
        {groups.length > 0 && <p className={styles.advice}>{galleryWords.duplicatesAdvice}</p>}
        {groups.map(({ media }) => (
          <Group
            key={media.map(({ path }) => path).join()}
            media={media}
            onKeepOne={(kept) => void keepOne(kept, media)}
            onKeepAll={() => void keepAll(media)}
          />
        ))}
        {hasNextPage && (
          <Button loading={isFetching} onClick={() => void fetchNextPage()}>
            {galleryWords.loadMore}
          </Button>
        )}
      </div>
    </div>
  );
}

interface GroupProps {
  readonly media: readonly Media[];
  readonly onKeepOne: (media: Media) => void;
  readonly onKeepAll: () => void;
}

function Group({ media, onKeepOne, onKeepAll }: GroupProps) {
  const { open } = useOverlay();
  return (
    <section className={styles.group} aria-label={media[0]?.name}>
      <ul className={styles.items}>
        {media.map((item) => (
          <li key={item.path} className={styles.item}>
            <button
              type="button"
              className={styles.open}
              aria-label={`${galleryWords.open} ${item.name}`}
              onClick={() => open(item.path)}
            >
              <Picture
                src={thumbnailUrl(item, 256 * devicePixelRatio)}
                alt={mediaTitle(item)}
                placeholder={item.placeholder}
                fit="contain"
                className={styles.picture}
              />
            </button>
            <span className={`${styles.facts} tabular`}>
              {item.width} × {item.height} · {bytes(item.size_bytes)}
            </span>
            <Button onClick={() => onKeepOne(item)}>{galleryWords.merge}</Button>
          </li>
        ))}
      </ul>
      <Button variant="subtle" color="gray" onClick={onKeepAll}>
        {galleryWords.keepAll}
      </Button>
    </section>
  );
}
