import type { WorkflowParam } from '../../../../api/types';
import { ExactNumber } from '../../../../ui/ExactNumber';
import { toRange, type NumberRange, tidy } from '../../../../ui/numbers';
import { RangeSlider } from '../../../../ui/RangeSlider';
import { formWords } from '../../words';
import { useFieldError, useFormPart } from '../form-state';
import { aboutId } from '../../../../ui/FieldLabel';
import styles from './Field.module.css';
import { type FieldProps, FieldFrame, useField } from './ParamField';

export const rangeOf = (param: WorkflowParam): NumberRange => ({
  minimum: param.minimum,
  maximum: param.maximum,
  step: param.step,
  grid: param.grid,
  isInteger: param.type === 'integer',
});

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** A number with a slider over its usual values, and exact input beyond them. */
export function SliderField(props: FieldProps) {
  const { name, param } = props;
  const { id, value, set } = useField(props);
  const error = useFieldError(name);
  const range = rangeOf(param);
  const [low, high] = [param.soft_minimum ?? 0, param.soft_maximum ?? 1];
  const step =
    param.grid?.step ?? param.step ?? (param.type === 'integer' ? 1 : tidy((high - low) / 100));
  return (
    <FieldFrame
      {...props}
      htmlFor={id}
      end={
        <>
          <ExactNumber
            id={id}
            describedBy={aboutId(id)}
            look="bare"
            label={param.label}
            value={numberOf(value)}
            range={range}
            isInvalid={error !== undefined || undefined}
            onChange={(next) => set(next ?? undefined)}
          />
          {param.unit && <span className={styles.unit}>{param.unit}</span>}
        </>
      }
    >
      <RangeSlider
        label={`${param.label}, slider`}
        value={numberOf(value) ?? low}
        minimum={toRange(low, { ...range, minimum: low })}
        maximum={high}
        step={step}
        onChange={set}
      />
    </FieldFrame>
  );
}

/** A number that is typed. A length says its seconds, too. */
export function NumberField(props: FieldProps & { readonly fps?: WorkflowParam }) {
  const { name, param } = props;
  const { id, value, set } = useField(props);
  const error = useFieldError(name);
  return (
    <FieldFrame
      {...props}
      htmlFor={id}
      end={
        <>
          {param.role === 'length' && props.fps && (
            <Seconds frames={numberOf(value)} fps={props.fps} />
          )}
          {param.unit && <span className={styles.unit}>{param.unit}</span>}
        </>
      }
    >
      <ExactNumber
        id={id}
        describedBy={aboutId(id)}
        label={param.label}
        value={numberOf(value)}
        range={rangeOf(param)}
        isInvalid={error !== undefined || undefined}
        onChange={(next) => set(next ?? undefined)}
      />
    </FieldFrame>
  );
}

function Seconds({ frames, fps }: { readonly frames: number | null; readonly fps: WorkflowParam }) {
  const sent = useFormPart(({ values }) => values.fps);
  const rate = numberOf(sent ?? fps.default);
  if (frames === null || rate === null || rate <= 0) return null;
  return <span>{formWords.seconds(Number((frames / rate).toFixed(1)))}</span>;
}
