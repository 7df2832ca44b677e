import { NumberInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { Character } from '../../../api/types';
import { useWorkflows } from '../../../api/workflows';
import { ChangedElsewhere } from '../../../ui/ChangedElsewhere';
import { IconAction } from '../../../ui/IconAction';
import { useDraft } from '../../../ui/use-draft';
import { charactersWords as words } from '../words';
import styles from './CharacterLoras.module.css';

type Lora = Character['loras'][number];

interface LoraRowProps {
  readonly lora: Lora;
  readonly isReadOnly: boolean;
  /** Answers whether the strength was taken. */
  readonly onStrength: (strength: number) => Promise<boolean>;
  readonly onRemove: () => void;
}

/** One LoRA with its strength. */
export function LoraRow({ lora, isReadOnly, onStrength, onRemove }: LoraRowProps) {
  const { page } = words;
  const draft = useDraft<string | number>({
    value: lora.strength,
    check: (typed) => (typeof typed === 'number' ? undefined : page.loraStrength),
    onSave: (typed) => onStrength(Number(typed)),
  });
  const workflow = useWorkflows().data?.find(({ id }) => id === lora.workflow)?.name;
  const about = [
    lora.workflow === '*' ? page.anyWorkflow : (workflow ?? lora.workflow),
    lora.target !== 'both' && page.targets[lora.target],
    lora.base_model,
  ].filter(Boolean);
  return (
    <li className={styles.row}>
      <div>
        <span className={styles.name}>{lora.name}</span>
        <p className={styles.about}>{about.join(' · ')}</p>
      </div>
      <NumberInput
        aria-label={`${page.loraStrength}: ${lora.name}`}
        value={draft.typed}
        step={0.05}
        decimalScale={2}
        readOnly={isReadOnly}
        onChange={draft.type}
        onBlur={draft.save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') draft.save();
        }}
      />
      {!isReadOnly && (
        <IconAction icon={IconX} label={page.removeLora(lora.name)} onClick={onRemove} />
      )}
      {draft.hasConflict && (
        <ChangedElsewhere
          field={`${page.loraStrength}: ${lora.name}`}
          theirs={String(lora.strength)}
          onKeep={draft.overwrite}
          onTake={draft.reset}
        />
      )}
    </li>
  );
}
