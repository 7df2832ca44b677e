import { useMemo } from 'react';
import { OptionPicker } from '../../../../ui/OptionPicker';
import { formWords } from '../../words';
import { useFieldError } from '../form-state';
import { aboutId } from '../../../../ui/FieldLabel';
import { type FieldProps, FieldFrame, useField } from './ParamField';

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;

/** One of the values that the nodes take. */
export function ChoiceField(props: FieldProps) {
  const { name, param } = props;
  const { id, value, set } = useField(props);
  const error = useFieldError(name);
  const choices = param.choices;
  const options = useMemo(
    () => (choices ?? []).map((choice) => ({ value: String(choice), label: String(choice) })),
    [choices],
  );
  const choose = (text: string) => set(choices?.find((choice) => String(choice) === text) ?? text);
  return (
    <FieldFrame {...props} htmlFor={id}>
      <OptionPicker
        id={id}
        describedBy={aboutId(id)}
        label={param.label}
        options={options}
        value={textOf(value)}
        placeholder={formWords.choose}
        searchLabel={formWords.search}
        emptyText={formWords.nothingFound}
        isInvalid={error !== undefined || undefined}
        onChange={choose}
      />
    </FieldFrame>
  );
}
