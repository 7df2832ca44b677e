import { Button } from '@mantine/core';
import styles from './ChangedElsewhere.module.css';

interface ChangedElsewhereProps {
  /** Name of the field. */
  readonly field: string;
  /** What it is now, in words. */
  readonly theirs: string;
  readonly onKeep: () => void;
  readonly onTake: () => void;
}

const words = {
  text: 'Changed elsewhere while you were editing. It now says:',
  empty: 'nothing',
  keep: 'Keep mine',
  take: 'Take theirs',
} as const;

/** Says that a value was changed by others while it was edited here, and lets people decide. */
export function ChangedElsewhere({ field, theirs, onKeep, onTake }: ChangedElsewhereProps) {
  return (
    <div className={styles.conflict} role="alert">
      <p>{words.text}</p>
      <p className={styles.theirs} dir="auto">
        {theirs === '' ? words.empty : theirs}
      </p>
      <div className={styles.choice}>
        <Button size="compact-sm" aria-label={`${words.keep}: ${field}`} onClick={onKeep}>
          {words.keep}
        </Button>
        <Button size="compact-sm" aria-label={`${words.take}: ${field}`} onClick={onTake}>
          {words.take}
        </Button>
      </div>
    </div>
  );
}
