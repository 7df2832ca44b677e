import { useEffect, useEffectEvent, useRef } from 'react';
import styles from './RangeSlider.module.css';
import { tidy } from './numbers';

interface RangeSliderProps {
  readonly value: number;
  readonly label: string;
  readonly minimum: number;
  readonly maximum: number;
  readonly step: number;
  readonly onChange: (value: number) => void;
  /** Called when it is released, after each key, and after each step of a screen reader. */
  readonly onSettle?: (() => void) | undefined;
}

/** A slider. Values beyond its ends stay as they are until it is moved. */
export function RangeSlider(props: RangeSliderProps) {
  const { value, label, minimum, maximum, step, onChange, onSettle } = props;
  const share = Math.min(1, Math.max(0, (value - minimum) / (maximum - minimum)));
  const input = useRef<HTMLInputElement>(null);
  const settle = useEffectEvent(() => onSettle?.());
  useEffect(() => {
    const slider = input.current;
    const onSettled = () => settle();
    // `onChange` of React is called for each `input` event.
    slider?.addEventListener('change', onSettled);
    return () => slider?.removeEventListener('change', onSettled);
  }, []);
  return (
    <input
      ref={input}
      type="range"
      className={styles.slider}
      aria-label={label}
      min={minimum}
      max={maximum}
      step={step}
      value={value}
      style={{ '--share': share } as React.CSSProperties}
      onChange={(event) => onChange(tidy(event.currentTarget.valueAsNumber))}
    />
  );
}
