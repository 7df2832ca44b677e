import styles from './FormError.module.css';
import { problemOf } from './problem';

/** What the service refused, and what to do. */
export function FormError({ error }: { readonly error: Error }) {
  const { title, advice } = problemOf(error);
  return (
    <div className={styles.error} role="alert">
      <p>{title}</p>
      {advice !== undefined && <p className={styles.hint}>{advice}</p>}
    </div>
  );
}
