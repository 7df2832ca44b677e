import { useId } from 'react';
import { aboutId } from '../../../../ui/FieldLabel';
import { shownValue } from '../layout/model';
import { ControlFrame, type ControlProps } from './ControlFrame';
import styles from './Field.module.css';

/** Words of a param other than the prompt. */
export function TextField(props: ControlProps) {
  const { param, error, onChange } = props;
  const id = useId();
  const value = shownValue(props.value, param);
  return (
    <ControlFrame {...props} htmlFor={id}>
      <textarea
        id={id}
        className={styles.text}
        dir="auto"
        rows={param.type === 'text' ? 2 : 1}
        aria-describedby={aboutId(id)}
        aria-invalid={error !== undefined || undefined}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </ControlFrame>
  );
}
