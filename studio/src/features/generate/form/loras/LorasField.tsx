import type { Schemas } from '@kinora/client';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo, useState } from 'react';
import { useLoras } from '../../../../api/providers';
import type { WorkflowParam } from '../../../../api/types';
import { OptionPicker } from '../../../../ui/OptionPicker';
import type { LoraChoice } from '../../model';
import { formWords } from '../../words';
import { FieldError } from '../fields/FieldError';
import { FieldLabel } from '../../../../ui/FieldLabel';
import { clearError, formStore, setLoras, useFormPart } from '../form-state';
import { LoraRow } from './LoraRow';
import styles from './Loras.module.css';
import { loraOptions, startStrength } from './model';

const SEARCH_DELAY_MS = 200;

function change(loras: readonly LoraChoice[]): void {
  setLoras(loras);
  for (const field of ['loras', 'lora_checkpoint', 'lora_strength']) clearError(field);
}

/** The LoRAs, in the order in which they are applied. */
export function LorasField({ param }: { readonly param: WorkflowParam }) {
  const loras = useFormPart((state) => state.loras);
  const [query, setQuery] = useState('');
  const [searched] = useDebouncedValue(query, SEARCH_DELAY_MS);
  const { data: models } = useLoras(searched, { enabled: true });
  const options = useMemo(
    () => loraOptions(param.choices ?? [], models ?? [], loras),
    [param.choices, models, loras],
  );
  const add = (name: string) => {
    const strength = startStrength(modelOf(models, name));
    change([...formStore.get().loras, { name, strength }]);
  };
  const replace = (index: number, patch: Partial<LoraChoice>) =>
    change(loras.map((lora, at) => (at === index ? { ...lora, ...patch } : lora)));
  return (
    <div role="group" aria-label={formWords.loras} data-param="loras">
      <FieldLabel label={formWords.loras} description={param.description} />
      <div className={styles.list}>
        {loras.map((lora, index) => (
          <LoraRow
            key={`${lora.name}-${index}`}
            lora={lora}
            model={modelOf(models, lora.name)}
            onStrength={(strength) => replace(index, { strength })}
            onRemove={() => change(loras.filter((_, at) => at !== index))}
          />
        ))}
        <OptionPicker
          look="add"
          label={formWords.loraAddLabel}
          placeholder={formWords.loraAdd}
          options={options}
          value={null}
          searchLabel={formWords.findLora}
          emptyText={formWords.nothingFound}
          onSearch={setQuery}
          onChange={add}
        />
      </div>
      <FieldError name="loras" />
      <FieldError name="lora_checkpoint" />
      <FieldError name="lora_strength" />
    </div>
  );
}

const modelOf = (models: readonly Schemas['ModelResponse'][] | undefined, name: string) =>
  models?.find((model) => model.name === name);
