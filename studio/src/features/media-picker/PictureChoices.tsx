import { Skeleton, UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMediaToPick } from '../../api/media-to-pick';
import { asTiles } from '../../api/types';
import { PagedList } from '../../ui/PagedList';
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
  const none = <p className={styles.none}>{words.pictures.none}</p>;
  return (
    <PagedList
      query={useMediaToPick('image', query)}
      skeleton={<Skeleton height={320} radius="xs" />}
      empty={none}
    >
      {(all) => {
        const items = asTiles(all).filter(({ path }) => !excluded.includes(path));
        if (items.length === 0) return none;
        return (
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
        );
      }}
    </PagedList>
  );
}
