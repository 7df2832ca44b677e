import { Button } from '@mantine/core';
import styles from './Settings.module.css';

interface FormEndProps {
  /** Why the form as a whole was refused. */
  readonly error: string | undefined;
  readonly cancel: string;
  readonly submit: string;
  readonly isSending: boolean;
  readonly isComplete: boolean;
  readonly onClose: () => void;
}

/** The error and the buttons at the end of a form in a dialog. */
export function FormEnd({ error, cancel, submit, isSending, isComplete, onClose }: FormEndProps) {
  return (
    <>
      {error !== undefined && (
        <p className={styles.note} role="alert">
          {error}
        </p>
      )}
      <div className={styles.buttons}>
        <Button onClick={onClose}>{cancel}</Button>
        <Button type="submit" variant="filled" loading={isSending} disabled={!isComplete}>
          {submit}
        </Button>
      </div>
    </>
  );
}
