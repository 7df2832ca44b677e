import { Button } from '@mantine/core';
import type { Workflow } from '../../../api/types';
import { formWords } from '../words';
import { formStore, notRestoredStore } from './form-state';
import { useStore } from '../../../ui/external-store';
import styles from './Form.module.css';
import { withEmbedded } from './media/embedded';
import { embeddedStore } from './media/embedded-store';

/** What could not be taken over from an earlier request, and settings found in a dropped picture. */
export function Notices({ workflow }: { readonly workflow: Workflow }) {
  const missing = useStore(notRestoredStore, (list) => list);
  const embedded = useStore(embeddedStore, (found) => found);
  return (
    <>
      {missing.length > 0 && (
        <div className={styles.notice} role="status">
          <p>{formWords.notRestored}</p>
          <ul>
            {missing.map(({ field, why }, index) => (
              <li key={`${field}-${index}`} dir="auto">
                {workflow.params[field]?.label ?? field}: {why}
              </li>
            ))}
          </ul>
          <div className={styles.noticeActions}>
            <Button size="compact-sm" onClick={() => notRestoredStore.set([])}>
              {formWords.dismiss}
            </Button>
          </div>
        </div>
      )}
      {embedded && (
        <div className={styles.notice} role="status">
          <p>{formWords.embedded}</p>
          <div className={styles.noticeActions}>
            <Button
              size="compact-sm"
              onClick={() => {
                const taken = withEmbedded(formStore.get(), embedded, workflow.params);
                formStore.set(taken.state);
                notRestoredStore.set(taken.notRestored);
                embeddedStore.set(null);
              }}
            >
              {formWords.embeddedUse}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              onClick={() => embeddedStore.set(null)}
            >
              {formWords.dismiss}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}
