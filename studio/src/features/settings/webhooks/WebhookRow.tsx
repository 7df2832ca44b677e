import { Link } from '@tanstack/react-router';
import type { Webhook } from '../../../api/webhooks';
import styles from '../List.module.css';
import { eventsText, nameOf } from './model';
import type { WebhookDialog } from './WebhookDialogs';
import { WebhookMenu } from './WebhookMenu';
import { WebhookState } from './WebhookState';
import { webhookWords as words } from './words';

interface WebhookRowProps {
  readonly webhook: Webhook;
  readonly isOpen: boolean;
  /** Whether it says whose it is. */
  readonly hasOwner: boolean;
  readonly onDialog: (dialog: WebhookDialog) => void;
}

/** One webhook: its address, its events, and whether it is on. Opens its details. */
export function WebhookRow({ webhook, isOpen, hasOwner, onDialog }: WebhookRowProps) {
  const { id, url, description, all_owners, owner } = webhook;
  return (
    <li className={styles.row} data-open={isOpen || undefined}>
      <div className={styles.main}>
        <div className={styles.names}>
          <Link
            to="/settings"
            search={{ webhook: id }}
            resetScroll={false}
            className={styles.name}
            dir="auto"
          >
            {nameOf(webhook)}
          </Link>
          {hasOwner && <span className="tabular">{owner ?? words.noOwner}</span>}
          {all_owners && <span className={styles.badge}>{words.ofAllKeys}</span>}
        </div>
        <div className={styles.facts}>
          {description !== '' && <div>{url}</div>}
          <div>{eventsText(webhook)}</div>
          <WebhookState webhook={webhook} />
        </div>
      </div>
      <WebhookMenu webhook={webhook} onDialog={onDialog} />
    </li>
  );
}
