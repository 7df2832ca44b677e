import { useId, useMemo } from 'react';
import { aboutId } from '../../../../ui/FieldLabel';
import { OptionPicker } from '../../../../ui/OptionPicker';
import { formWords } from '../../words';
import { shownValue } from '../layout/model';
import { ControlFrame, type ControlProps } from './ControlFrame';

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null;

/** One of the values that the nodes take. */
export function ChoiceField(props: ControlProps) {
  const { param, value, error, onChange, onSettle } = props;
  const id = useId();
  const choices = param.choices;
  const options = useMemo(
    () => (choices ?? []).map((choice) => ({ value: String(choice), label: String(choice) })),
    [choices],
  );
  const choose = (text: string) => {
    onChange(choices?.find((choice) => String(choice) === text) ?? text);
    onSettle?.();
  };
  return (
    <ControlFrame {...props} htmlFor={id}>
      <OptionPicker
        id={id}
        describedBy={aboutId(id)}
        label={param.label}
        options={options}
        value={textOf(shownValue(value, param))}
        placeholder={formWords.choose}
        searchLabel={formWords.search}
        emptyText={formWords.nothingFound}
        isInvalid={error !== undefined || undefined}
        onChange={choose}
      />
    </ControlFrame>
  );
}
