import { Button, UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMediaToPick } from '../../api/media-to-pick';
import { asTiles } from '../../api/types';
import { ErrorState } from '../../ui/ErrorState';
import { Picture } from '../../ui/Picture';
import styles from './PicturesPicker.module.css';
import { mediaPickerWords as words } from './words';

interface PictureChoicesProps {
  readonly query: string;
  readonly excluded: readonly string[];
  readonly picked: readonly string[];
  readonly onToggle: (path: string) => void;
}

/** The pictures of the library that match, each a switch. */
export function PictureChoices({ query, excluded, picked, onToggle }: PictureChoicesProps) {
  const pictures = useMediaToPick('image', query);
  if (pictures.data === undefined)
    return pictures.error === null ? null : (
      <ErrorState error={pictures.error} onRetry={() => void pictures.refetch()} />
    );
  const items = pictures.data.pages
    .flatMap((page) => asTiles(page.items))
    .filter(({ path }) => !excluded.includes(path));
  if (items.length === 0) return <p className={styles.none}>{words.pictures.none}</p>;
  return (
    <>
      <ul className={styles.choices}>
        {items.map((item) => {
          const isPicked = picked.includes(item.path);
          return (
            <li key={item.path}>
              <UnstyledButton
                className={styles.choice}
                aria-pressed={isPicked}
                onClick={() => onToggle(item.path)}
              >
                <Picture
                  src={item.thumbnail_url}
                  alt={item.alt}
                  placeholder={item.placeholder}
                  className={styles.picture}
                />
                {isPicked && (
                  <span className={styles.tick}>
                    <IconCheck size={14} stroke={2.5} aria-hidden="true" />
                  </span>
                )}
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
      {pictures.hasNextPage && (
        <Button
          className={styles.more}
          loading={pictures.isFetchingNextPage}
          onClick={() => void pictures.fetchNextPage()}
        >
          {words.more}
        </Button>
      )}
    </>
  );
}
