import type { Schemas } from '@kinora/client';
import { UnstyledButton } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { useLoras } from '../../../../api/providers';
import { ExactNumber } from '../../../../ui/ExactNumber';
import { focusBeside } from '../../../../ui/focus-beside';
import { IconAction } from '../../../../ui/IconAction';
import type { LoraChoice } from '../../model';
import { formWords } from '../../words';
import { formStore, setPrompt } from '../form-state';
import { withWords } from '../prompt/model';
import { displayName } from './model';
import styles from './Loras.module.css';

interface LoraRowProps {
  readonly lora: LoraChoice;
  /** The record of the file, if it is loaded already. */
  readonly model: Schemas['ModelResponse'] | undefined;
  readonly onStrength: (strength: number | undefined) => void;
  readonly onRemove: () => void;
}

const RANGE = { minimum: -100, maximum: 100, step: 0.05 };

/** One LoRA: its name, its strength, and its triggers, which a click adds to the prompt. */
export function LoraRow({ lora, model, onStrength, onRemove }: LoraRowProps) {
  const row = useRef<HTMLDivElement>(null);
  const { data } = useLoras(lora.name, { enabled: model === undefined && lora.name !== 'latest' });
  const known = model ?? data?.find(({ name }) => name === lora.name);
  const name = known?.title ?? displayName(lora.name);
  return (
    <div ref={row}>
      <div className={styles.row}>
        <span className={styles.name} dir="auto" title={lora.name}>
          {name}
        </span>
        <ExactNumber
          look="bare"
          label={formWords.loraStrength(name)}
          value={lora.strength ?? 1}
          range={RANGE}
          onChange={(strength) => onStrength(strength ?? undefined)}
        />
        <IconAction
          icon={IconX}
          size="md"
          label={formWords.loraRemove(name)}
          onClick={() => {
            focusBeside(row.current);
            onRemove();
          }}
        />
      </div>
      {known && known.triggers.length > 0 && (
        <div className={styles.triggers}>
          {known.triggers.map((word) => (
            <UnstyledButton
              key={word}
              className={styles.trigger}
              aria-label={formWords.loraTrigger(word)}
              onClick={() => setPrompt(withWords(formStore.get().prompt, word))}
            >
              {word}
            </UnstyledButton>
          ))}
        </div>
      )}
    </div>
  );
}
