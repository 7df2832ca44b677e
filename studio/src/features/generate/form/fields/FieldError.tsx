import { useFieldError } from '../form-state';
import styles from './Field.module.css';

/** What the API refused about a field. */
export function FieldError({ name }: { readonly name: string }) {
  const error = useFieldError(name);
  return error === undefined ? null : (
    <p className={styles.error} data-field-error={name} role="alert">
      {error}
    </p>
  );
}
