import { TextInput } from '@mantine/core';
import { useId } from 'react';
import type { Dataset } from '../../../api/datasets';
import type { Template } from '../../../api/training-runs';
import { FieldLabel } from '../../../ui/FieldLabel';
import { OptionPicker } from '../../../ui/OptionPicker';
import { templateLabel } from '../model';
import { pictures } from '../words';
import type { Draft } from './draft';
import styles from './NewRun.module.css';
import { startWords as words } from './words';

interface RunBasicsProps {
  readonly datasets: readonly Dataset[];
  readonly templates: readonly Template[];
  readonly draft: Draft;
  readonly names: { readonly name: string; readonly trigger: string };
  /** What the API refused, by field. */
  readonly refused: Readonly<Record<string, string>>;
  readonly onChange: (patch: Partial<Draft>) => void;
}

/** What every run needs: pictures, a base model, a name and a trigger word. */
export function RunBasics({ datasets, templates, draft, ...props }: RunBasicsProps) {
  const { names, refused, onChange } = props;
  const ids = useId();
  return (
    <section className={styles.group} aria-label={words.basics}>
      <div>
        <FieldLabel label={words.dataset} htmlFor={`${ids}-dataset`} />
        <OptionPicker
          id={`${ids}-dataset`}
          label={words.dataset}
          options={datasets.map(({ id, name, image_count }) => ({
            value: id,
            label: name,
            hint: pictures(image_count),
          }))}
          value={draft.dataset}
          placeholder={words.chooseDataset}
          searchLabel={words.findDataset}
          emptyText={datasets.length === 0 ? words.noDatasets : words.nothingFound}
          onChange={(dataset) => onChange({ dataset })}
        />
      </div>
      <div>
        <FieldLabel label={words.template} htmlFor={`${ids}-template`} />
        <OptionPicker
          id={`${ids}-template`}
          label={words.template}
          options={templates.map((template) => ({
            value: template.name,
            label: templateLabel(template),
            hint: template.is_default
              ? `${words.defaultTemplate} · ${template.name}`
              : template.name,
          }))}
          value={draft.template}
          placeholder={words.chooseTemplate}
          searchLabel={words.findTemplate}
          emptyText={words.nothingFound}
          onChange={(template) => onChange({ template })}
        />
      </div>
      <TextInput
        label={words.name}
        description={words.nameHelp}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={names.name}
        required
        withAsterisk={false}
        maxLength={128}
        pattern="[A-Za-z0-9_\-]+"
        error={refused.job_name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        label={words.trigger}
        description={words.triggerHelp}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={names.trigger}
        dir="auto"
        required
        withAsterisk={false}
        maxLength={100}
        error={refused.trigger_word}
        onChange={(event) => onChange({ trigger: event.currentTarget.value })}
      />
    </section>
  );
}
