import { ActionIcon, Menu } from '@mantine/core';
import {
  IconDots,
  IconEdit,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import type { Webhook } from '../../../api/webhooks';
import styles from '../List.module.css';
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
  const Turn = enabled ? IconPlayerPause : IconPlayerPlay;
  return (
    <Menu position="bottom-end" shadow="md" width={260}>
      <Menu.Target>
        <ActionIcon className={styles.menu} aria-label={words.more(nameOf(webhook))}>
          <IconDots size={18} stroke={1.5} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconEdit size={18} stroke={1.5} />}
          onClick={() => onDialog({ kind: 'edit', webhook })}
        >
          {words.edit}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconRefresh size={18} stroke={1.5} />}
          onClick={() => onDialog({ kind: 'rotate', webhook })}
        >
          {words.rotate}
        </Menu.Item>
        <Menu.Item
          leftSection={<Turn size={18} stroke={1.5} />}
          onClick={() => void turn(!enabled)}
        >
          {enabled ? words.turnOff : words.turnOn}
        </Menu.Item>
        <Menu.Item
          color="bad"
          leftSection={<IconTrash size={18} stroke={1.5} />}
          onClick={() => onDialog({ kind: 'remove', webhook })}
        >
          {words.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
