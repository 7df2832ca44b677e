import { Button } from '@mantine/core';
import { IconArrowBarToUp, IconPlus, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { thumbnailUrl } from '../../../api/media-url';
import type { Character } from '../../../api/types';
import { DetailsSection } from '../../../ui/DetailsPanel';
import { IconAction } from '../../../ui/IconAction';
import { Picture } from '../../../ui/Picture';
import { withItemAt } from '../../../ui/with-item-at';
import { PicturesPicker } from '../../media-picker/public';
import { withFirst } from '../model';
import { charactersWords as words } from '../words';
import styles from './CharacterReferences.module.css';
import type { CharacterEditing } from './use-character-editing';

interface CharacterReferencesProps {
  readonly character: Character;
  readonly editing: CharacterEditing;
}

function helpText(count: number, isReadOnly: boolean): string {
  if (count > 0) return words.page.referencesHelp;
  return isReadOnly ? words.page.noReadableReferences : words.page.noReferences;
}

/** The pictures that show what it looks like; the first one is used most. */
export function CharacterReferences({ character, editing }: CharacterReferencesProps) {
  const { page } = words;
  const [isPicking, setIsPicking] = useState(false);
  const images = character.source_images;
  const save = (change: (images: readonly string[]) => string[]) =>
    editing.save((now) => ({ source_images: change(now.source_images) }));
  return (
    <DetailsSection heading="h2" title={page.references}>
      <p className={styles.help}>{helpText(images.length, editing.isReadOnly)}</p>
      <ul className={styles.wall}>
        {images.map((path, index) => (
          <li key={path}>
            <Link
              to="."
              search={(before) => ({ ...before, view: path })}
              resetScroll={false}
              className={styles.picture}
            >
              <Picture
                src={thumbnailUrl(path, 512)}
                alt={page.reference(index + 1, character.name)}
                className={styles.image}
              />
            </Link>
            {!editing.isReadOnly && (
              <span className={styles.actions}>
                {index > 0 && (
                  <IconAction
                    icon={IconArrowBarToUp}
                    label={page.makeFirst}
                    onClick={() => void save((now) => withFirst(now, path))}
                  />
                )}
                <IconAction
                  icon={IconX}
                  label={page.removeReference}
                  onClick={() =>
                    void editing.remove({
                      text: page.referenceRemoved,
                      change: (now) => ({
                        source_images: now.source_images.filter((other) => other !== path),
                      }),
                      undo: (now) => ({
                        source_images: withItemAt(now.source_images, index, path),
                      }),
                    })
                  }
                />
              </span>
            )}
          </li>
        ))}
      </ul>
      {!editing.isReadOnly && (
        <Button
          className={styles.add}
          leftSection={<IconPlus size={18} stroke={1.5} aria-hidden="true" />}
          onClick={() => setIsPicking(true)}
        >
          {page.addReferences}
        </Button>
      )}
      <PicturesPicker
        isOpen={isPicking}
        title={page.addReferencesTitle}
        isBusy={editing.isBusy}
        chosen={images}
        onClose={() => setIsPicking(false)}
        onPick={(paths) =>
          void save((now) => [...new Set([...now, ...paths])]).then((isTaken) => {
            if (isTaken) setIsPicking(false);
          })
        }
      />
    </DetailsSection>
  );
}
