import { NativeSelect } from '@mantine/core';
import { PlainField } from './PlainField';
import { useChosen } from './use-chosen';

interface ChoiceFieldProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  /** What each value is called. */
  readonly names: Readonly<Partial<Record<Value, string>>>;
  readonly isReadOnly?: boolean;
  /** Resolves when the value was stored or could not be; `undefined` if nothing is to be stored. */
  readonly onChoose: (value: Value) => Promise<unknown> | undefined;
}

/** One of a few values; a text where it can't be changed. */
export function ChoiceField<Value extends string>(props: ChoiceFieldProps<Value>) {
  const { label, value, names, isReadOnly = false, onChoose } = props;
  const [shown, choose] = useChosen(value, onChoose);
  if (isReadOnly) return <PlainField label={label} text={names[value] ?? value} />;
  return (
    <NativeSelect
      label={label}
      value={shown}
      data={Object.entries<string | undefined>(names).map(([id, name]) => ({
        value: id,
        label: name ?? id,
      }))}
      onChange={(event) => void choose(event.currentTarget.value as Value)}
    />
  );
}
