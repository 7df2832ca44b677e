import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Delivery, refreshWebhooks, testWebhook } from '../../../api/webhooks';
import { FormError } from '../../../ui/FormError';
import { StateDot } from '../../../ui/StateDot';
import { useSubmitting } from '../../../ui/use-submitting';
import { errorText } from './model';
import styles from './WebhookDetails.module.css';
import { webhookWords as words } from './words';

interface TestMessageProps {
  /** The webhook's. */
  readonly id: string;
  /** Further buttons. */
  readonly children: ReactNode;
}

/** Sends a test message, and says whether it has arrived. */
export function TestMessage({ id, children }: TestMessageProps) {
  const queryClient = useQueryClient();
  const [sent, setSent] = useState<Delivery>();
  const { isBusy, error, run } = useSubmitting(async () => {
    setSent(undefined);
    setSent(await testWebhook(id));
    void refreshWebhooks(queryClient, id);
  });
  const hasArrived = sent?.status === 'delivered';
  return (
    <div className={styles.result}>
      <div className={styles.actions}>
        <Button loading={isBusy} onClick={() => void run()}>
          {words.test}
        </Button>
        {children}
      </div>
      <div role="status">
        {sent !== undefined && (
          <StateDot tone={hasArrived ? 'ok' : 'bad'}>
            {hasArrived ? words.testArrived : words.testFailed(errorText(sent))}
          </StateDot>
        )}
      </div>
      {error !== undefined && <FormError error={error} />}
    </div>
  );
}
