import { Button } from '@mantine/core';
import { usePrevious } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Character } from '../../../api/types';
import { DetailsSection } from '../../../ui/DetailsPanel';
import { withItemAt } from '../../../ui/with-item-at';
import { charactersWords as words } from '../words';
import styles from './CharacterLoras.module.css';
import { LoraForm } from './LoraForm';
import { LoraRow } from './LoraRow';
import type { CharacterEditing } from './use-character-editing';

interface CharacterLorasProps {
  readonly character: Character;
  readonly editing: CharacterEditing;
}

type Lora = Character['loras'][number];

/** The form that had the focus has given way to the button. */
const focusOn = (button: HTMLElement | null) => button?.focus();

const keyOf = ({ name, workflow, target }: Lora): string => `${name} ${workflow} ${target}`;

function helpText(count: number, isReadOnly: boolean): string {
  if (count > 0) return words.page.loraHelp;
  return isReadOnly ? words.page.noLorasHere : words.page.noLoras;
}

/** The LoRAs that keep its looks, each for its workflow. */
export function CharacterLoras({ character: { loras }, editing }: CharacterLorasProps) {
  const { page } = words;
  const [isAdding, setIsAdding] = useState(false);
  const wasAdding = usePrevious(isAdding);
  const save = (change: (loras: readonly Lora[]) => Lora[]) =>
    editing.save((now) => ({ loras: change(now.loras) }));
  return (
    <DetailsSection heading="h2" title={page.loras}>
      <p className={styles.help}>{helpText(loras.length, editing.isReadOnly)}</p>
      <ul className={styles.loras}>
        {loras.map((lora, index) => (
          <LoraRow
            key={keyOf(lora)}
            lora={lora}
            isReadOnly={editing.isReadOnly}
            onStrength={(strength) =>
              save((now) =>
                now.map((other) => (keyOf(other) === keyOf(lora) ? { ...other, strength } : other)),
              )
            }
            onRemove={() =>
              void editing.remove({
                text: page.loraRemoved(lora.name),
                change: (now) => ({
                  loras: now.loras.filter((other) => keyOf(other) !== keyOf(lora)),
                }),
                undo: (now) => ({ loras: withItemAt(now.loras, index, lora, keyOf) }),
              })
            }
          />
        ))}
      </ul>
      {isAdding && (
        <LoraForm
          isBusy={editing.isBusy}
          onCancel={() => setIsAdding(false)}
          onAdd={(lora) =>
            void save((now) => [...now, lora]).then((isTaken) => {
              if (isTaken) setIsAdding(false);
            })
          }
        />
      )}
      {!editing.isReadOnly && !isAdding && (
        <Button
          className={styles.add}
          ref={wasAdding === true ? focusOn : undefined}
          leftSection={<IconPlus size={18} stroke={1.5} aria-hidden="true" />}
          onClick={() => setIsAdding(true)}
        >
          {page.addLora}
        </Button>
      )}
    </DetailsSection>
  );
}
