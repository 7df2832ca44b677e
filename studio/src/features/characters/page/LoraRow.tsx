import { NumberInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { Character } from '../../../api/types';
import { useWorkflows } from '../../../api/workflows';
import { IconAction } from '../../../ui/IconAction';
import { charactersWords as words } from '../words';
import styles from './CharacterLoras.module.css';

type Lora = Character['loras'][number];

interface LoraRowProps {
  readonly lora: Lora;
  readonly isReadOnly: boolean;
  readonly onChange: (change: Partial<Lora>) => void;
  readonly onRemove: () => void;
}

/** One LoRA with its strength. */
export function LoraRow({ lora, isReadOnly, onChange, onRemove }: LoraRowProps) {
  const { page } = words;
  const [strength, setStrength] = useState<string | number>(lora.strength);
  const workflow = useWorkflows().data?.find(({ id }) => id === lora.workflow)?.name;
  const about = [
    lora.workflow === '*' ? page.anyWorkflow : (workflow ?? lora.workflow),
    lora.target !== 'both' && page.targets[lora.target],
    lora.base_model,
  ].filter(Boolean);
  const save = () => {
    if (typeof strength === 'number' && strength !== lora.strength) onChange({ strength });
  };
  return (
    <li className={styles.row}>
      <div>
        <span className={styles.name}>{lora.name}</span>
        <p className={styles.about}>{about.join(' · ')}</p>
      </div>
      <NumberInput
        aria-label={`${page.loraStrength}: ${lora.name}`}
        value={strength}
        step={0.05}
        decimalScale={2}
        readOnly={isReadOnly}
        onChange={setStrength}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save();
        }}
      />
      {!isReadOnly && (
        <IconAction icon={IconX} label={page.removeLora(lora.name)} onClick={onRemove} />
      )}
    </li>
  );
}
