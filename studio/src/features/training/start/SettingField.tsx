import { Switch, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { ExactNumber } from '../../../ui/ExactNumber';
import { aboutId, FieldLabel } from '../../../ui/FieldLabel';
import { OptionPicker } from '../../../ui/OptionPicker';
import { linesOf, type RunField, sizesFromText } from './fields';
import styles from './NewRun.module.css';
import { startWords as words } from './words';

interface SettingFieldProps {
  readonly field: RunField;
  /** What was set; `undefined` for the standard. */
  readonly value: unknown;
  readonly standard: unknown;
  readonly error: string | undefined;
  /** `undefined` sets the standard. */
  readonly onChange: (value: unknown) => void;
}

/** One setting with its limits, and a dot that takes a change back. */
export function SettingField(props: SettingFieldProps) {
  const { field, value, standard, error, onChange } = props;
  const id = useId();
  const about: { readonly label: string; readonly help?: string } = words.fields[field.name];
  const isWide = field.kind === 'lines' || field.kind === 'text';
  return (
    <div className={isWide ? styles.wide : undefined} data-setting={field.name}>
      <FieldLabel
        label={about.label}
        htmlFor={id}
        description={about.help}
        isChanged={value !== undefined}
        standard={textOf(standard)}
        onReset={() => onChange(undefined)}
      >
        {limitsOf(field)}
      </FieldLabel>
      <Control {...props} id={id} label={about.label} shown={value ?? standard} />
      {error !== undefined && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

function limitsOf(field: RunField): ReactNode {
  if (field.kind !== 'number' || field.minimum === Number.MIN_SAFE_INTEGER) return undefined;
  const { minimum, maximum } = field;
  return field.isInteger ? words.range(minimum, maximum) : words.smallRange(minimum, maximum);
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** A setting as its field shows it. */
function textOf(setting: unknown): string {
  if (Array.isArray(setting)) return setting.join(', ');
  if (typeof setting === 'string') return setting;
  return setting === undefined || setting === null ? '' : JSON.stringify(setting);
}

interface ControlProps extends SettingFieldProps {
  readonly id: string;
  readonly label: string;
  /** What was set, else the standard. */
  readonly shown: unknown;
}

function Control({ field, id, label, shown, error, onChange }: ControlProps) {
  switch (field.kind) {
    case 'number':
      return (
        <ExactNumber
          id={id}
          describedBy={aboutId(id)}
          label={label}
          value={numberOf(shown)}
          range={field}
          isInvalid={error !== undefined}
          onChange={(next) => onChange(next ?? undefined)}
        />
      );
    case 'flag':
      return (
        <Switch
          id={id}
          checked={shown === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      );
    case 'choice':
      return (
        <ChoiceControl
          id={id}
          label={label}
          choices={field.choices}
          shown={textOf(shown)}
          onChange={onChange}
        />
      );
    case 'text':
      return (
        <TextInput
          id={id}
          value={textOf(shown)}
          maxLength={field.maxLength}
          onChange={({ currentTarget: { value } }) => onChange(value === '' ? undefined : value)}
        />
      );
    case 'sizes':
      return <SizesControl id={id} shown={shown as readonly number[]} onChange={onChange} />;
    case 'lines':
      return <LinesControl id={id} shown={shown as readonly string[]} onChange={onChange} />;
  }
}

interface ChoiceControlProps extends Pick<ControlProps, 'id' | 'label' | 'onChange'> {
  readonly choices: readonly string[];
  readonly shown: string;
}

function ChoiceControl({ id, label, choices, shown, onChange }: ChoiceControlProps) {
  // Templates may set values that requests can't.
  const others = choices.includes(shown)
    ? []
    : [{ value: shown, label: words.fromTemplate, hint: shown }];
  return (
    <OptionPicker
      id={id}
      label={label}
      options={[...others, ...choices.map((value) => ({ value, label: value }))]}
      value={shown}
      searchLabel={label}
      emptyText={words.nothingFound}
      onChange={onChange}
    />
  );
}

interface ListControlProps<Item> {
  readonly id: string;
  readonly shown: readonly Item[];
  readonly onChange: (value: unknown) => void;
}

function SizesControl({ id, shown, onChange }: ListControlProps<number>) {
  const [typed, setTyped] = useState<string>();
  const isWrong = typed !== undefined && sizesFromText(typed) === undefined;
  return (
    <TextInput
      id={id}
      value={typed ?? shown.join(', ')}
      classNames={{ input: 'tabular' }}
      error={isWrong ? words.sizesHelp : undefined}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        const sizes = sizesFromText(value);
        if (sizes !== undefined) onChange(sizes);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

function LinesControl({ id, shown, onChange }: ListControlProps<string>) {
  const [typed, setTyped] = useState<string>();
  return (
    <Textarea
      id={id}
      value={typed ?? shown.join('\n')}
      dir="auto"
      autosize
      minRows={3}
      maxRows={10}
      description={words.linesHelp}
      inputWrapperOrder={['input', 'description']}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        onChange(linesOf(value));
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
