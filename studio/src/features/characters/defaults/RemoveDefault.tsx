import { IconX } from '@tabler/icons-react';
import { IconAction } from '../../../ui/IconAction';
import { charactersWords } from '../words';
import styles from './DefaultSettings.module.css';

interface RemoveDefaultProps {
  readonly label: string;
  readonly onRemove: () => void;
}

/** The button that removes a default. */
export function RemoveDefault({ label, onRemove }: RemoveDefaultProps) {
  return (
    <IconAction
      icon={IconX}
      label={charactersWords.defaults.remove(label)}
      className={styles.remove}
      onClick={onRemove}
    />
  );
}
