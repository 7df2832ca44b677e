import { hintOf } from './hint';
import styles from './FormError.module.css';

/** What the service refused, and its hint. */
export function FormError({ error }: { readonly error: Error }) {
  const hint = hintOf(error);
  return (
    <div className={styles.error} role="alert">
      <p>{error.message}</p>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
    </div>
  );
}
