import { Modal, Switch } from '@mantine/core';
import { useState } from 'react';
import { singleKeys } from '../../ui/single-keys';
import { useStoredFlag } from '../../ui/stored-flag';
import { keyName } from './model';
import { SHORTCUTS, shortcutWords } from './shortcuts';
import styles from './Shortcuts.module.css';

/** All keyboard shortcuts. Opens whenever `requests` grows. */
export function ShortcutsDialog({ requests }: { readonly requests: number }) {
  const [closed, setClosed] = useState(0);
  const hasSingleKeys = useStoredFlag(singleKeys);
  return (
    <Modal
      opened={requests !== closed}
      onClose={() => setClosed(requests)}
      title={shortcutWords.title}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size={720}
    >
      <Switch
        checked={hasSingleKeys}
        onChange={({ currentTarget }) => singleKeys.set(currentTarget.checked)}
        label={shortcutWords.singleKeys}
        description={shortcutWords.singleKeysText}
      />
      <div className={styles.groups}>
        {SHORTCUTS.map(({ title, shortcuts }) => (
          <section key={title} className={styles.group}>
            <h3 className={styles.title}>{title}</h3>
            <dl className={styles.list}>
              {shortcuts.map(({ keys, text }) => (
                <div key={text} className={styles.row}>
                  <dt>{text}</dt>
                  <dd className={styles.keys}>
                    {keys.map((each) => (
                      <kbd key={each}>{keyName(each)}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
