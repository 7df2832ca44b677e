import { Input } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { distinctNames } from '../../../api/character-names';
import { useAllCharacters } from '../../../api/characters';
import { thumbnailUrl } from '../../../api/media-url';
import { focusBeside } from '../../../ui/focus-beside';
import { IconAction } from '../../../ui/IconAction';
import { OptionPicker } from '../../../ui/OptionPicker';
import { Picture } from '../../../ui/Picture';
import { withItemAt } from '../../../ui/with-item-at';
import { storyWords } from '../story-words';
import styles from './CastField.module.css';
import type { Editing } from './use-story-editing';

const { cast: words } = storyWords;

interface CastFieldProps {
  readonly label: string;
  readonly help?: string;
  /** Ids of characters. */
  readonly cast: readonly string[];
  readonly editing: Editing<{ readonly characters: readonly string[] }, { characters: string[] }>;
}

/** The characters of a project, a scene or a shot. */
export function CastField({ label, help, cast, editing }: CastFieldProps) {
  const { isReadOnly, change, remove } = editing;
  const { data: characters } = useAllCharacters();
  const names = new Map(distinctNames(characters ?? []).map(({ id, name }) => [id, name]));
  const pictureOf = (id: string) => {
    const path = characters?.find((one) => one.id === id)?.source_images[0];
    return path === undefined ? null : thumbnailUrl(path, 256);
  };
  const nameOf = (id: string) => names.get(id) ?? words.gone(id);
  const options = (characters ?? [])
    .filter(({ id }) => !cast.includes(id))
    .map(({ id }) => ({ value: id, label: names.get(id) ?? id, picture: pictureOf(id) }));
  if (isReadOnly && cast.length === 0) return null;
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={isReadOnly ? undefined : help}
      inputWrapperOrder={['label', 'input', 'description']}
    >
      <div className={styles.field}>
        {characters && cast.length > 0 && (
          <ul className={styles.cast}>
            {cast.map((id) => (
              <li key={id} className={styles.member}>
                <Picture src={pictureOf(id)} alt="" className={styles.face} />
                <span className={styles.name} dir="auto">
                  {nameOf(id)}
                </span>
                {!isReadOnly && (
                  <IconAction
                    icon={IconX}
                    size="md"
                    label={words.remove(nameOf(id))}
                    onClick={({ currentTarget }) => {
                      focusBeside(currentTarget.closest('li'));
                      void remove({
                        text: words.removed(nameOf(id)),
                        patch: ({ characters: now }) => ({
                          characters: now.filter((one) => one !== id),
                        }),
                        undo: ({ characters: now }, { characters: before }) => ({
                          characters: withItemAt(now, before.indexOf(id), id),
                        }),
                      });
                    }}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        {!isReadOnly && (
          <OptionPicker
            look="add"
            label={`${words.add}: ${label}`}
            placeholder={words.add}
            options={options}
            value={null}
            searchLabel={words.find}
            emptyText={words.none}
            onChange={(id) => void change(({ characters: now }) => ({ characters: [...now, id] }))}
          />
        )}
      </div>
    </Input.Wrapper>
  );
}
