import styles from './RangeSlider.module.css';
import { tidy } from './numbers';

interface RangeSliderProps {
  readonly value: number;
  readonly label: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly step: number;
  readonly onChange: (value: number) => void;
  /** Called when it is released, and after each key. */
  readonly onSettle?: (() => void) | undefined;
}

/** A slider. Values beyond its ends stay as they are until it is moved. */
export function RangeSlider(props: RangeSliderProps) {
  const { value, label, minimum, maximum, step, onChange, onSettle } = props;
  const share = Math.min(1, Math.max(0, (value - minimum) / (maximum - minimum)));
  return (
    <input
      type="range"
      className={styles.slider}
      aria-label={label}
      min={minimum}
      max={maximum}
      step={step}
      value={value}
      style={{ '--share': share } as React.CSSProperties}
      onChange={(event) => onChange(tidy(event.currentTarget.valueAsNumber))}
      onPointerUp={onSettle}
      onKeyUp={onSettle}
    />
  );
}
