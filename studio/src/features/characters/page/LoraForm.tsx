import { Autocomplete, Button, NumberInput, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useLoras } from '../../../api/providers';
import type { Character } from '../../../api/types';
import { useWorkflows } from '../../../api/workflows';
import { charactersWords as words } from '../words';
import styles from './CharacterLoras.module.css';

type Lora = Character['loras'][number];

interface LoraFormProps {
  readonly isBusy: boolean;
  readonly onAdd: (lora: Lora) => void;
  readonly onCancel: () => void;
}

const ANY = '*';
const PAUSE_MS = 200;

/** Asks for the file, the workflow that it is for, and its strength. */
export function LoraForm({ isBusy, onAdd, onCancel }: LoraFormProps) {
  const { page } = words;
  const [name, setName] = useState('');
  const [workflow, setWorkflow] = useState(ANY);
  const [strength, setStrength] = useState<string | number>(1);
  const [query] = useDebouncedValue(name, PAUSE_MS);
  const loras = useLoras(query, { enabled: true }).data ?? [];
  const workflows = useWorkflows().data ?? [];
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const known = loras.find((lora) => lora.name === name);
  const takeRecommended = (chosen: string) => {
    const recommended = loras.find((lora) => lora.name === chosen)?.recommended_strength;
    if (recommended != null) setStrength(recommended);
  };
  return (
    <form
      className={styles.form}
      // Where a list of suggestions is open, Esc closes that first; an empty one is not shown.
      onKeyDownCapture={({ key, target }) => {
        const isInName = target === field.current;
        const hasList = (target as Element).matches('[data-expanded]');
        if (key === 'Escape' && !(hasList && (!isInName || loras.length > 0))) onCancel();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        onAdd({
          name: name.trim(),
          workflow,
          strength: typeof strength === 'number' ? strength : 1,
          base_model: known?.base_model ?? '',
          target: 'both',
        });
      }}
    >
      <Autocomplete
        ref={field}
        size="sm"
        label={page.loraName}
        value={name}
        data={[...new Set(loras.map((lora) => lora.name))]}
        onChange={setName}
        onOptionSubmit={takeRecommended}
        required
        withAsterisk={false}
      />
      <Select
        label={page.loraWorkflow}
        searchable
        allowDeselect={false}
        value={workflow}
        data={[
          { value: ANY, label: page.anyWorkflow },
          ...workflows
            .filter(({ supports_lora }) => supports_lora)
            .map(({ id, name: label }) => ({ value: id, label })),
        ]}
        onChange={(value) => setWorkflow(value ?? ANY)}
      />
      <NumberInput
        label={page.loraStrength}
        value={strength}
        step={0.05}
        decimalScale={2}
        onChange={setStrength}
      />
      <div className={styles.buttons}>
        <Button onClick={onCancel}>{page.cancel}</Button>
        <Button type="submit" variant="filled" loading={isBusy} disabled={name.trim() === ''}>
          {page.addLora}
        </Button>
      </div>
    </form>
  );
}
