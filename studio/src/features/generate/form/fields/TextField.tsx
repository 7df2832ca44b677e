import { useFieldError } from '../form-state';
import { aboutId } from '../../../../ui/FieldLabel';
import styles from './Field.module.css';
import { type FieldProps, FieldFrame, useField } from './ParamField';

/** Words of a param other than the prompt. */
export function TextField(props: FieldProps) {
  const { name, param } = props;
  const { id, value, set } = useField(props);
  const error = useFieldError(name);
  return (
    <FieldFrame {...props} htmlFor={id}>
      <textarea
        id={id}
        className={styles.text}
        dir="auto"
        rows={param.type === 'text' ? 2 : 1}
        aria-describedby={aboutId(id)}
        aria-invalid={error !== undefined || undefined}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) =>
          set(
            event.currentTarget.value === '' && param.default === null
              ? undefined
              : event.currentTarget.value,
          )
        }
      />
    </FieldFrame>
  );
}
