import { useId } from 'react';
import type { WorkflowParam } from '../../../../api/types';
import { ExactNumber } from '../../../../ui/ExactNumber';
import { aboutId } from '../../../../ui/FieldLabel';
import { toRange, tidy } from '../../../../ui/numbers';
import { RangeSlider } from '../../../../ui/RangeSlider';
import { rangeOf, shownValue } from '../layout/model';
import { ControlFrame, type ControlProps } from './ControlFrame';
import styles from './Field.module.css';

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** A number with a slider over its usual values, and exact input beyond them. */
export function SliderField(props: ControlProps) {
  const { param, error, onChange, onSettle } = props;
  const id = useId();
  const value = numberOf(shownValue(props.value, param));
  const range = rangeOf(param);
  const [low, high] = [param.soft_minimum ?? 0, param.soft_maximum ?? 1];
  return (
    <ControlFrame
      {...props}
      htmlFor={id}
      end={
        <>
          <ExactNumber
            id={id}
            describedBy={aboutId(id)}
            look="bare"
            label={param.label}
            value={value}
            range={range}
            isInvalid={error !== undefined || undefined}
            onChange={(next) => onChange(next ?? undefined)}
            onSettle={onSettle}
          />
          {param.unit && <span className={styles.unit}>{param.unit}</span>}
        </>
      }
    >
      <RangeSlider
        label={`${param.label}, slider`}
        value={value ?? low}
        minimum={toRange(low, { ...range, minimum: low })}
        maximum={high}
        step={stepOf(param, high - low)}
        onChange={onChange}
        onSettle={onSettle}
      />
    </ControlFrame>
  );
}

const stepOf = ({ grid, step, type }: WorkflowParam, span: number): number =>
  grid?.step ?? step ?? (type === 'integer' ? 1 : tidy(span / 100));

/** A number that is typed. */
export function NumberField(props: ControlProps) {
  const { param, error, onChange, onSettle, note } = props;
  const id = useId();
  return (
    <ControlFrame
      {...props}
      htmlFor={id}
      end={
        <>
          {note}
          {param.unit && <span className={styles.unit}>{param.unit}</span>}
        </>
      }
    >
      <ExactNumber
        id={id}
        describedBy={aboutId(id)}
        label={param.label}
        value={numberOf(shownValue(props.value, param))}
        range={rangeOf(param)}
        isInvalid={error !== undefined || undefined}
        onChange={(next) => onChange(next ?? undefined)}
        onSettle={onSettle}
      />
    </ControlFrame>
  );
}
