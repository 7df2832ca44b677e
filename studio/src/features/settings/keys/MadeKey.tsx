import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import type { AgentKey } from '../../../api/agents';
import { CopyBlock } from '../../../ui/CopyBlock';
import { curlLine } from '../model';
import { keyWords as words } from '../words';
import styles from '../Settings.module.css';

/** A new key, in the only place that ever shows it. */
export function MadeKey({
  made: { key },
  onClose,
}: {
  readonly made: AgentKey;
  readonly onClose: () => void;
}) {
  // Back, or another address, would lose it.
  useBlocker({ shouldBlockFn: () => true });
  return (
    <div className={styles.form}>
      <p className={styles.note}>{words.madeText}</p>
      <div>
        <p className={styles.label}>{words.key}</p>
        <CopyBlock text={key} label={words.key} />
      </div>
      <div>
        <p className={styles.label}>{words.curl}</p>
        <CopyBlock text={curlLine(location.origin, key)} label={words.curl} />
      </div>
      <div className={styles.buttons}>
        <Button variant="filled" onClick={onClose}>
          {words.done}
        </Button>
      </div>
    </div>
  );
}
