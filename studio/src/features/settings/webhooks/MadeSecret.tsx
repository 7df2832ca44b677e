import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useRef } from 'react';
import { CopyBlock } from '../../../ui/CopyBlock';
import styles from '../Settings.module.css';
import { webhookWords as words } from './words';

interface MadeSecretProps {
  readonly secret: string;
  /** There is a previous one, which is valid for another day. */
  readonly isReplaced: boolean;
  readonly onClose: () => void;
}

/** A new secret, in the only place that ever shows it. */
export function MadeSecret({ secret, isReplaced, onClose }: MadeSecretProps) {
  const isDone = useRef(false);
  // Back, or another address, would lose it.
  useBlocker({ shouldBlockFn: () => !isDone.current });
  return (
    <div className={styles.form}>
      <p className={styles.note}>{words.secretText}</p>
      <div>
        <p className={styles.label}>{words.secret}</p>
        <CopyBlock text={secret} label={words.secret} />
      </div>
      {isReplaced && <p className={styles.note}>{words.rotatedText}</p>}
      <div className={styles.buttons}>
        <Button
          variant="filled"
          onClick={() => {
            isDone.current = true;
            onClose();
          }}
        >
          {words.done}
        </Button>
      </div>
    </div>
  );
}
