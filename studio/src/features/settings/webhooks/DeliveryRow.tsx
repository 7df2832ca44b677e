import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type Delivery, redeliver, refreshWebhooks, type Webhook } from '../../../api/webhooks';
import { notifyDone, notifyError } from '../../../ui/notify';
import { StateDot } from '../../../ui/StateDot';
import { Time } from '../../../ui/Time';
import { useMinute } from '../../../ui/use-now';
import { useSubmitting } from '../../../ui/use-submitting';
import { errorText, typeText } from './model';
import styles from './WebhookDetails.module.css';
import { webhookWords as words } from './words';

const TONES = { waiting: 'busy', delivered: 'ok', failed: 'bad' } as const;

const toneOf = ({ status, error }: Delivery) =>
  status === 'waiting' && error !== null ? 'warn' : TONES[status];

interface DeliveryRowProps {
  readonly delivery: Delivery;
  readonly webhook: Webhook;
}

/** One delivery: what it is about, how it went, and why it failed. */
export function DeliveryRow({ delivery, webhook }: DeliveryRowProps) {
  const { status, attempts, http_status: answer, last_attempt_at, created_at } = delivery;
  const error = errorText(delivery);
  return (
    <li className={styles.delivery}>
      <span className={styles.type}>{typeText(delivery)}</span>
      <StateDot tone={toneOf(delivery)}>{words.status[status]}</StateDot>
      <p className={styles.about}>
        <Time iso={last_attempt_at ?? created_at} />
        {attempts > 0 && ` · ${words.attempts(attempts)}`}
        {error === '' && answer !== null && ` · ${words.answered(answer)}`}
        {status === 'waiting' && (
          <>
            {' · '}
            <NextAttempt delivery={delivery} isOn={webhook.enabled} />
          </>
        )}
      </p>
      {error !== '' && <p className={styles.error}>{error}</p>}
      {/* What waits is sent by itself. */}
      {status !== 'waiting' && <SendAgain delivery={delivery} webhook={webhook} />}
    </li>
  );
}

const MINUTE_MS = 60_000;

function NextAttempt({ delivery, isOn }: { readonly delivery: Delivery; readonly isOn: boolean }) {
  const now = useMinute();
  const { next_attempt_at: next } = delivery;
  if (next === null) return isOn ? words.waitsForOther : words.waitsForOn;
  if (Date.parse(next) - now < MINUTE_MS) return words.nextSoon;
  return (
    <>
      {words.next} <Time iso={next} />
    </>
  );
}

function SendAgain({ delivery, webhook }: DeliveryRowProps) {
  const queryClient = useQueryClient();
  const { isBusy, run } = useSubmitting(async () => {
    try {
      const sent = await redeliver(webhook.id, delivery.id);
      if (sent.status === 'delivered') notifyDone(words.againArrived);
      else notifyError(new Error(words.againFailed(errorText(sent))));
    } catch (error) {
      notifyError(error);
    }
    await refreshWebhooks(queryClient, webhook.id);
  });
  return (
    <Button
      size="compact-sm"
      className={styles.again}
      aria-label={words.againOf(typeText(delivery))}
      loading={isBusy}
      onClick={() => void run()}
    >
      {words.again}
    </Button>
  );
}
