import { type OwnedResources, webhookOf } from './owners';
import { owned, type RouteFixture, type RouteRequest, search, shared } from './route-fixture';

const webhook = ({ webhook: id }: OwnedResources): RouteRequest => ({ path: [id] });
const webhookPath = ({ webhook: id }: OwnedResources): string => `/api/webhooks/${id}`;

/** Routes of webhooks. */
export const WEBHOOK_ROUTES: Readonly<Record<string, RouteFixture>> = {
  'POST /api/webhooks': shared((_, { mark }) => ({ body: webhookOf(mark) }), 201),
  'GET /api/webhooks': search(() => ({})),
  'GET /api/webhooks #of all owners': search(() => ({ owner: '*' })),
  'GET /api/webhooks/{id}': owned(webhook),
  'PATCH /api/webhooks/{id}': owned((of) => ({ ...webhook(of), body: { events: ['media'] } }), {
    witness: webhookPath,
  }),
  'DELETE /api/webhooks/{id}': owned(webhook, { uses: 'webhook', witness: webhookPath }),
  'POST /api/webhooks/{id}/rotate': owned(webhook, { witness: webhookPath }),
  'POST /api/webhooks/{id}/test': owned(webhook, { witness: webhookPath }),
  'GET /api/webhooks/{id}/deliveries': owned(webhook),
  'POST /api/webhooks/{id}/deliveries/{delivery_id}/redeliver': owned(
    ({ webhook: id, delivery }) => ({ path: [id, delivery] }),
    { witness: webhookPath },
  ),
};
