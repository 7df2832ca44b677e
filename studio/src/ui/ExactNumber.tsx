import { type KeyboardEvent, useState } from 'react';
import styles from './ExactNumber.module.css';
import { toRange, type NumberRange, parseNumber, stepped } from './numbers';

interface ExactNumberProps {
  readonly value: number | null;
  /** Name for screen readers. */
  readonly label: string;
  readonly range: NumberRange;
  /** Called while typing; null if the field was emptied. */
  readonly onChange: (value: number | null) => void;
  /** Called when it is left, and by Enter. */
  readonly onSettle?: (() => void) | undefined;
  readonly placeholder?: string;
  /** Bare: a number in a line of text; boxed: a field. */
  readonly look?: 'bare' | 'boxed';
  readonly id?: string;
  readonly isInvalid?: boolean;
  /** Id of the element that says more. */
  readonly describedBy?: string;
}

/** Steps of one key press with Shift. */
const LARGE_STEP = 10;

/** A number to type. Arrow keys step it; leaving it or Enter brings it into its range. */
export function ExactNumber(props: ExactNumberProps) {
  const { value, label, range, onChange, placeholder, look = 'boxed', isInvalid } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const type = (text: string) => {
    setDraft(text);
    const parsed = parseNumber(text, range);
    if (parsed !== null || text.trim() === '') onChange(parsed);
  };
  const leave = () => {
    setDraft(null);
    const fitted = draft === null || value === null ? value : toRange(value, range);
    if (fitted !== value) onChange(fitted);
    props.onSettle?.();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') leave();
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (direction === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setDraft(null);
    const steps = direction * (event.shiftKey ? LARGE_STEP : 1);
    onChange(stepped(value ?? range.minimum ?? 0, steps, range));
  };
  return (
    <input
      id={props.id}
      className={`${styles.input} ${styles[look]}`}
      type="text"
      inputMode={range.isInteger ? 'numeric' : 'decimal'}
      role="spinbutton"
      autoComplete="off"
      aria-label={label}
      aria-describedby={props.describedBy}
      aria-valuenow={value ?? undefined}
      aria-valuemin={range.minimum ?? undefined}
      aria-valuemax={range.maximum ?? undefined}
      aria-invalid={isInvalid ? true : undefined}
      placeholder={placeholder}
      value={draft ?? (value === null ? '' : String(value))}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={leave}
      onKeyDown={press}
    />
  );
}
