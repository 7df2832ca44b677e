import { Button, Skeleton } from '@mantine/core';
import { useWebhook, type Webhook } from '../../../api/webhooks';
import { ErrorState } from '../../../ui/ErrorState';
import { Fact, Facts } from '../../../ui/Facts';
import { Loading } from '../../../ui/Loading';
import { isGone } from '../../../ui/problem';
import { Time } from '../../../ui/Time';
import { Deliveries } from './Deliveries';
import { eventsText, nameOf } from './model';
import { TestMessage } from './TestMessage';
import { useOpenWebhook } from './use-open-webhook';
import { useTurnWebhook } from './use-turn-webhook';
import styles from './WebhookDetails.module.css';
import { WebhookDialogs, type WebhookDialogsProps } from './WebhookDialogs';
import { WebhookMenu } from './WebhookMenu';
import { WebhookState } from './WebhookState';
import { webhookWords as words } from './words';

interface WebhookDetailsProps extends WebhookDialogsProps {
  readonly id: string;
}

/** A webhook, what can be done with it, and what was sent to it. */
export function WebhookDetails({ id, ...dialogs }: WebhookDetailsProps) {
  const record = useWebhook(id);
  const { data, error, refetch } = record;
  const { close } = useOpenWebhook();
  if (data !== undefined && !isGone(record)) return <LoadedWebhook webhook={data} {...dialogs} />;
  if (error !== null)
    return (
      <ErrorState
        error={error}
        onRetry={() => void refetch()}
        wayOut={<Button onClick={close}>{words.backToAll}</Button>}
      />
    );
  return (
    <Loading>
      <div className={styles.details}>
        <Skeleton height={64} radius="xs" />
        <Skeleton height={120} radius="xs" />
        <Skeleton height={160} radius="xs" />
      </div>
    </Loading>
  );
}

interface LoadedWebhookProps extends WebhookDialogsProps {
  readonly webhook: Webhook;
}

function LoadedWebhook({ webhook, dialog, onDialog }: LoadedWebhookProps) {
  const turn = useTurnWebhook(webhook);
  return (
    <div className={styles.details}>
      <div className={styles.head}>
        <h3 className={styles.name} dir="auto">
          {nameOf(webhook)}
        </h3>
        <WebhookMenu webhook={webhook} onDialog={onDialog} />
        <div className={styles.state}>
          <WebhookState webhook={webhook} />
        </div>
      </div>
      <TestMessage id={webhook.id}>
        {!webhook.enabled && <Button onClick={() => void turn(true)}>{words.turnOn}</Button>}
      </TestMessage>
      <WebhookFacts webhook={webhook} />
      <Deliveries webhook={webhook} />
      <WebhookDialogs dialog={dialog} onDialog={onDialog} />
    </div>
  );
}

function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const { url, owner, all_owners, created_at, previous_secret_until: until } = webhook;
  return (
    <Facts>
      <Fact name={words.address} mono>
        {url}
      </Fact>
      <Fact name={words.eventsOf}>
        {eventsText(webhook)}
        {all_owners && ` · ${words.ofAllKeys}`}
      </Fact>
      {owner != null && (
        <Fact name={words.owner} mono>
          {owner}
        </Fact>
      )}
      <Fact name={words.made}>
        <Time iso={created_at} />
      </Fact>
      {until !== null && (
        <Fact name={words.previousSecret}>
          {words.previousSecretUntil} <Time iso={until} />
        </Fact>
      )}
    </Facts>
  );
}
