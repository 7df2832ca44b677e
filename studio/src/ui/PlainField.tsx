import { Input } from '@mantine/core';
import styles from './PlainField.module.css';

interface PlainFieldProps {
  readonly label: string;
  readonly text: string;
}

/** Shows the text of a field to users who may not change it; nothing where it is empty. */
export function PlainField({ label, text }: PlainFieldProps) {
  if (text === '') return null;
  return (
    <Input.Wrapper label={label} labelElement="div">
      <div className={styles.text} dir="auto">
        {text}
      </div>
    </Input.Wrapper>
  );
}
