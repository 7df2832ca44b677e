import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { Webhook } from '../../../api/webhooks';
import { RecordMenu } from '../RecordMenu';
import { nameOf } from './model';
import { useTurnWebhook } from './use-turn-webhook';
import type { WebhookDialog } from './WebhookDialogs';
import { webhookWords as words } from './words';

interface WebhookMenuProps {
  readonly webhook: Webhook;
  readonly onDialog: (dialog: WebhookDialog) => void;
}

/** What can be done with a webhook. */
export function WebhookMenu({ webhook, onDialog }: WebhookMenuProps) {
  const turn = useTurnWebhook(webhook);
  const { enabled } = webhook;
  return (
    <RecordMenu
      words={words}
      name={nameOf(webhook)}
      turn={{
        icon: enabled ? IconPlayerPause : IconPlayerPlay,
        label: enabled ? words.turnOff : words.turnOn,
        onClick: () => void turn(!enabled),
      }}
      onDialog={(kind) => onDialog({ kind, webhook })}
    />
  );
}
