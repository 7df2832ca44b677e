import { IconCopy } from '@tabler/icons-react';
import { copyText } from './copy';
import { IconAction } from './IconAction';
import { notifyDone } from './notify';
import styles from './CopyBlock.module.css';

const COPY = 'Copy';
const COPIED = 'Copied';
const NOT_COPIED = 'This browser does not allow copying. Select the text instead.';

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
        onClick={() =>
          void copyText(text).then((isCopied) => notifyDone(isCopied ? COPIED : NOT_COPIED))
        }
      />
    </div>
  );
}
