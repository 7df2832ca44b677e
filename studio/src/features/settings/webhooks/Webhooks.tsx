import { Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useWebhooks } from '../../../api/webhooks';
import { PagedList } from '../../../ui/PagedList';
import { OwnerChoice } from '../OwnerChoice';
import styles from '../List.module.css';
import { useOpenWebhook } from './use-open-webhook';
import { type WebhookDialog, WebhookDialogs } from './WebhookDialogs';
import { WebhookRow } from './WebhookRow';
import { webhookWords as words } from './words';

/** The webhooks of the caller, and for administrators those of all keys. */
export function Webhooks() {
  const [ofAll, setOfAll] = useState(false);
  const [dialog, setDialog] = useState<WebhookDialog | null>(null);
  const webhooks = useWebhooks({ ofAll });
  const { openId } = useOpenWebhook();
  return (
    <>
      <OwnerChoice label={words.whose} ofAll={ofAll} onChange={setOfAll} />
      <PagedList
        query={webhooks}
        skeleton={<Skeleton height={72} radius="xs" />}
        empty={
          <div className={styles.none}>
            <p>{words.none}</p>
            <p>{words.noneHint}</p>
          </div>
        }
      >
        {(items) => (
          <ul className={styles.list}>
            {items.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                isOpen={webhook.id === openId}
                hasOwner={ofAll}
                onDialog={setDialog}
              />
            ))}
          </ul>
        )}
      </PagedList>
      <Button onClick={() => setDialog({ kind: 'create' })}>{words.create}</Button>
      <WebhookDialogs dialog={dialog} onDialog={setDialog} />
    </>
  );
}
