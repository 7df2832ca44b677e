import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useMediaToPick } from '../../api/media-to-pick';
import { asTiles } from '../../api/types';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { OpenModal } from '../../ui/OpenModal';
import { Picture } from '../../ui/Picture';
import styles from './MediaPicker.module.css';
import { mediaPickerWords as words } from './words';

interface MediaPickerProps {
  readonly kind: 'image' | 'video' | 'audio';
  readonly onChosen: (path: string) => void;
  readonly onClose: () => void;
}

const SEARCH_DELAY_MS = 200;

/** A file of the gallery, found by words. */
export function MediaPicker({ kind, onChosen, onClose }: MediaPickerProps) {
  const [query, setQuery] = useState('');
  const [q] = useDebouncedValue(query.trim(), SEARCH_DELAY_MS);
  const media = useMediaToPick(kind, q);
  const items = media.data?.pages.flatMap(({ items: page }) => asTiles(page));
  return (
    <OpenModal onClose={onClose} title={words.title[kind]} size={760}>
      <TextInput
        data-autofocus
        value={query}
        placeholder={words.search}
        aria-label={words.search}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {media.error && <ErrorState error={media.error} onRetry={() => void media.refetch()} />}
      {items?.length === 0 && <EmptyState title={q === '' ? words.empty : words.nothingFound} />}
      <div className={styles.grid}>
        {items?.map((item) => (
          <button
            key={item.path}
            type="button"
            className={styles.tile}
            onClick={() => onChosen(item.path)}
          >
            {item.thumbnail_url === null ? (
              <span className={styles.named}>{item.name}</span>
            ) : (
              <Picture src={item.thumbnail_url} alt={item.alt} placeholder={item.placeholder} />
            )}
          </button>
        ))}
      </div>
      {media.hasNextPage && (
        <div className={styles.foot}>
          <Button loading={media.isFetchingNextPage} onClick={() => void media.fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
    </OpenModal>
  );
}
