import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Character } from '../../../api/types';
import { DetailsSection } from '../../../ui/DetailsPanel';
import { charactersWords as words } from '../words';
import styles from './CharacterLoras.module.css';
import { LoraForm } from './LoraForm';
import { LoraRow } from './LoraRow';
import type { CharacterEditing } from './use-character-editing';

interface CharacterLorasProps {
  readonly character: Character;
  readonly editing: CharacterEditing;
}

function helpText(count: number, isReadOnly: boolean): string {
  if (count > 0) return words.page.loraHelp;
  return isReadOnly ? words.page.noLorasHere : words.page.noLoras;
}

/** The LoRAs that keep its looks, each for its workflow. */
export function CharacterLoras({ character: { loras }, editing }: CharacterLorasProps) {
  const { page } = words;
  const [isAdding, setIsAdding] = useState(false);
  return (
    <DetailsSection heading="h2" title={page.loras}>
      <p className={styles.help}>{helpText(loras.length, editing.isReadOnly)}</p>
      <ul className={styles.loras}>
        {loras.map((lora, index) => (
          <LoraRow
            key={`${lora.name} ${lora.workflow} ${lora.target}`}
            lora={lora}
            isReadOnly={editing.isReadOnly}
            onChange={(change) =>
              void editing.save({
                loras: loras.map((other, at) => (at === index ? { ...other, ...change } : other)),
              })
            }
            onRemove={() => void editing.save({ loras: loras.filter((_, at) => at !== index) })}
          />
        ))}
      </ul>
      {isAdding && (
        <LoraForm
          isBusy={editing.isBusy}
          onCancel={() => setIsAdding(false)}
          onAdd={(lora) =>
            void editing.save({ loras: [...loras, lora] }).then((isTaken) => {
              if (isTaken) setIsAdding(false);
            })
          }
        />
      )}
      {!editing.isReadOnly && !isAdding && (
        <Button
          className={styles.add}
          leftSection={<IconPlus size={18} stroke={1.5} aria-hidden="true" />}
          onClick={() => setIsAdding(true)}
        >
          {page.addLora}
        </Button>
      )}
    </DetailsSection>
  );
}
