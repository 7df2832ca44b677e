import type { Delivery, Webhook } from '../../../api/webhooks';
import { webhookWords as words } from './words';

/** What people call a webhook: its description, else its address. */
export const nameOf = ({ description, url }: Pick<Webhook, 'description' | 'url'>): string =>
  description || url.replace(/^https?:\/\//, '');

/** Whether it is on, and if not, why and what to do. */
export function stateText({ enabled, disabled_reason: reason }: Webhook): string {
  if (enabled) return words.on;
  return reason === null ? words.off : words.offBy(reason);
}

/** The names of the events, in the order in which forms show them. */
export const eventsText = ({ events }: Pick<Webhook, 'events'>): string =>
  Object.entries(words.events)
    .flatMap(([kind, name]) => (events.some((event) => event === kind) ? [name] : []))
    .join(', ');

/** What a delivery is about. */
export const typeText = ({ type }: Pick<Delivery, 'type'>): string => {
  const names: Readonly<Record<string, string>> = { ...words.events, ...words.otherTypes };
  return names[type] ?? type;
};

/** Why the last attempt failed, and what to do; empty after one that didn't. */
export const errorText = ({
  error,
  http_status,
}: Pick<Delivery, 'error' | 'http_status'>): string =>
  error === null ? '' : words.errors[error](http_status);
