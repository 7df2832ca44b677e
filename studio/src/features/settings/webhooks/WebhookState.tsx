import type { Webhook } from '../../../api/webhooks';
import { StateDot } from '../../../ui/StateDot';
import { stateText } from './model';

/** Whether a webhook is on; if Kinora has turned it off, why and what to do. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const { enabled, disabled_reason: reason } = webhook;
  const offTone = reason === null ? 'none' : 'bad';
  return <StateDot tone={enabled ? 'ok' : offTone}>{stateText(webhook)}</StateDot>;
}
