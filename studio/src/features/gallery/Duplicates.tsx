import { Button, Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { keepAllDuplicates, mergeDuplicates, useDuplicates } from '../../api/media-duplicates';
import { mediaTitle, thumbnailUrl } from '../../api/media-item';
import type { Media } from '../../api/types';
import { useOverlay } from '../../routing/overlay';
import { EmptyState } from '../../ui/EmptyState';
import { bytes } from '../../ui/format';
import { notifyDone, notifyError } from '../../ui/notify';
import { PagedList } from '../../ui/PagedList';
import { Picture } from '../../ui/Picture';
import { useSubmitting } from '../../ui/use-submitting';
import { TopBar } from '../top-bar/public';
import styles from './Duplicates.module.css';
import { galleryWords } from './words';

/** Pictures that look alike, group by group: one is kept, or all are. */
export function Duplicates({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient();
  const resolve = async (send: () => Promise<string>) => {
    try {
      notifyDone(await send());
    } catch (reason) {
      notifyError(reason);
    }
    // Until the group is gone.
    await Promise.all(
      ['media', 'media-item'].map((key) => client.invalidateQueries({ queryKey: [key] })),
    );
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
        <PagedList
          query={useDuplicates()}
          skeleton={<Skeleton height={320} radius="xs" />}
          empty={
            <EmptyState title={galleryWords.noDuplicates} text={galleryWords.noDuplicatesAdvice} />
          }
        >
          {(groups) => (
            <>
              <p className={styles.advice}>{galleryWords.duplicatesAdvice}</p>
              {groups.map(({ media }) => (
                <Group
                  key={media.map(({ path }) => path).join()}
                  media={media}
                  onKeepOne={(kept) => keepOne(kept, media)}
                  onKeepAll={() => keepAll(media)}
                />
              ))}
            </>
          )}
        </PagedList>
      </div>
    </div>
  );
}

interface GroupProps {
  readonly media: readonly Media[];
  readonly onKeepOne: (media: Media) => Promise<void>;
  readonly onKeepAll: () => Promise<void>;
}

function Group({ media, onKeepOne, onKeepAll }: GroupProps) {
  const { open } = useOverlay();
  const { isBusy, run } = useSubmitting((resolve: () => Promise<void>) => resolve());
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
            <Button
              loading={isBusy}
              aria-label={`${galleryWords.merge}: ${item.name}`}
              onClick={() => void run(() => onKeepOne(item))}
            >
              {galleryWords.merge}
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="subtle" color="gray" loading={isBusy} onClick={() => void run(onKeepAll)}>
        {galleryWords.keepAll}
      </Button>
    </section>
  );
}
