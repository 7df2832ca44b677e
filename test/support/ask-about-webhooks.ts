import type { AnswerCheck } from './answer-check';

/** Calls every route of webhooks. The name of the receiver has to resolve to a private address. */
export async function askAboutWebhooks(ask: AnswerCheck['ask']): Promise<void> {
  const route = '/api/webhooks';
  const webhook = { url: 'https://hooks.test/', events: ['job'] };
  const made = await ask('post', route, 201, { body: webhook });
  const path = [String(made['id'])];
  await ask('post', route, 422, { body: { ...webhook, events: ['progress'] } });
  await ask('get', route, 200, { query: '?with_total=true' });
  await ask('get', `${route}/{id}`, 200, { path });
  await ask('patch', `${route}/{id}`, 200, { path, body: { enabled: false } });
  await ask('post', `${route}/{id}/rotate`, 200, { path });
  const { id } = await ask('post', `${route}/{id}/test`, 200, { path });
  const redeliver = `${route}/{id}/deliveries/{delivery_id}/redeliver`;
  await ask('post', redeliver, 200, { path: [...path, String(id)] });
  await ask('post', redeliver, 404, { path: [...path, 'none'] });
  await ask('get', `${route}/{id}/deliveries`, 200, { path, query: '?status=failed' });
  await ask('delete', `${route}/{id}`, 200, { path });
  await ask('delete', `${route}/{id}`, 404, { path });
}
