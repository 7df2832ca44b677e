import { IconCopy } from '@tabler/icons-react';
import { copyAndTell } from './copy';
import { IconAction } from './IconAction';
import styles from './CopyBlock.module.css';

const COPY = 'Copy';

/** Lines of code or configuration that are meant to be copied. */
export function CopyBlock({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className={styles.block}>
      <pre className={styles.code} aria-label={label}>
        {text}
      </pre>
      <IconAction
        icon={IconCopy}
        label={COPY}
        className={styles.copy}
        onClick={() => void copyAndTell(text)}
      />
    </div>
  );
}
