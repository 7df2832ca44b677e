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
      {/* Scrolls by itself, so that a keyboard has to reach it. */}
      {/* eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex */}
      <pre className={styles.code} tabIndex={0} aria-label={label}>
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
