import { Button } from '@mantine/core';
import { useState } from 'react';
import { useWebhooks } from '../../../api/webhooks';
import { OwnerChoice } from '../OwnerChoice';
import { RecordList } from '../RecordList';
import { useOpenWebhook } from './use-open-webhook';
import { type WebhookDialog, WebhookDialogs } from './WebhookDialogs';
import { WebhookRow } from './WebhookRow';
import { webhookWords as words } from './words';

/** The webhooks of the caller, and for administrators those of all keys. */
export function Webhooks() {
  const [ofAll, setOfAll] = useState(false);
  const [dialog, setDialog] = useState<WebhookDialog | null>(null);
  const { openId } = useOpenWebhook();
  return (
    <>
      <OwnerChoice label={words.whose} ofAll={ofAll} onChange={setOfAll} />
      <RecordList query={useWebhooks({ ofAll })} none={[words.none, words.noneHint]}>
        {(webhook) => (
          <WebhookRow
            key={webhook.id}
            webhook={webhook}
            isOpen={webhook.id === openId}
            hasOwner={ofAll}
            onDialog={setDialog}
          />
        )}
      </RecordList>
      <Button onClick={() => setDialog({ kind: 'create' })}>{words.create}</Button>
      <WebhookDialogs dialog={dialog} onDialog={setDialog} />
    </>
  );
}
