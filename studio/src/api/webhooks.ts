import type { Schemas } from '@kinora/client';
import { type QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { api, postOnce } from './client';
import { cursorPages } from './pages';
import { WITHOUT_EVENTS } from './without-events';

export type Webhook = Schemas['WebhookResponse'];
export type WebhookWithSecret = Schemas['WebhookWithSecretResponse'];
export type WebhookEvent = Webhook['events'][number];
export type Delivery = Schemas['DeliveryResponse'];
export type WebhookFields = Pick<Webhook, 'url' | 'events' | 'description'> &
  Partial<Pick<Webhook, 'all_owners'>>;

const webhooksKey = ['webhooks'] as const;
const deliveriesKey = (id: string) => ['webhook-deliveries', id] as const;

const PAGE = 20;

const path = (id: string) => ({ params: { path: { id } } });

/** The caller's webhooks, newest first; with `ofAll`, for admins, those of all keys. */
export const useWebhooks = ({ ofAll }: { readonly ofAll: boolean }) =>
  useInfiniteQuery({
    ...WITHOUT_EVENTS,
    queryKey: [...webhooksKey, 'list', ofAll],
    ...cursorPages(PAGE, (page, signal) =>
      api.get('/api/webhooks', {
        params: { query: { ...page, ...(ofAll && { owner: '*' }) } },
        signal,
      }),
    ),
  });

export const useWebhook = (id: string) =>
  useQuery({
    ...WITHOUT_EVENTS,
    queryKey: [...webhooksKey, 'item', id],
    queryFn: () => api.get('/api/webhooks/{id}', path(id)),
  });

/** The secret is in this answer and nowhere else. */
export const createWebhook = (body: WebhookFields): Promise<WebhookWithSecret> =>
  postOnce('/api/webhooks', { body });

export const updateWebhook = (
  id: string,
  body: Partial<WebhookFields> & { readonly enabled?: boolean },
): Promise<Webhook> => api.patch('/api/webhooks/{id}', { ...path(id), body });

/** The previous secret signs for 24 hours more. Another rotation would end it. */
export const rotateWebhookSecret = (id: string): Promise<WebhookWithSecret> =>
  postOnce('/api/webhooks/{id}/rotate', path(id));

export const deleteWebhook = (id: string) => api.delete('/api/webhooks/{id}', path(id));

/** Sends a message at once; the answer says how that went. */
export const testWebhook = (id: string): Promise<Delivery> =>
  api.post('/api/webhooks/{id}/test', path(id));

/** Sends the message of an earlier delivery again at once; the answer says how that went. */
export const redeliver = (id: string, delivery: string): Promise<Delivery> =>
  api.post('/api/webhooks/{id}/deliveries/{delivery_id}/redeliver', {
    params: { path: { id, delivery_id: delivery } },
  });

/** What was sent in the last days and what waits, newest first. */
export const useDeliveries = (id: string, status: Delivery['status'] | undefined) =>
  useInfiniteQuery({
    ...WITHOUT_EVENTS,
    queryKey: [...deliveriesKey(id), status],
    ...cursorPages(PAGE, (page, signal) =>
      api.get('/api/webhooks/{id}/deliveries', {
        params: { path: { id }, query: { ...page, status } },
        signal,
      }),
    ),
  });

/** Loads the webhooks again, and the deliveries of one. */
export const refreshWebhooks = (queryClient: QueryClient, id: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: webhooksKey }),
    queryClient.invalidateQueries({ queryKey: deliveriesKey(id) }),
  ]);

/** Loads the lists again without a deleted webhook, and forgets it once nothing shows it. */
export async function forgetWebhook(queryClient: QueryClient, id: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [...webhooksKey, 'list'] });
  for (const queryKey of [[...webhooksKey, 'item', id], deliveriesKey(id)])
    queryClient.removeQueries({ queryKey, type: 'inactive' });
}
