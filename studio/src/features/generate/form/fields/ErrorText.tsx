import styles from './Field.module.css';

interface ErrorTextProps {
  /** Name of the field. */
  readonly name: string;
  readonly error: string | undefined;
}

/** Why a field is refused. */
export function ErrorText({ name, error }: ErrorTextProps) {
  return error === undefined ? null : (
    <p className={styles.error} data-field-error={name} role="alert">
      {error}
    </p>
  );
}
