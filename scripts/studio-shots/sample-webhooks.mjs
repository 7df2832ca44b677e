import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Makes webhooks in each state, with deliveries that arrived, failed and wait.
 * @param call calls the API of a service whose webhooks may reach this machine
 */
export async function makeSampleWebhooks(call) {
  let status = 204;
  const receiver = createServer((_request, response) => response.writeHead(status).end());
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${receiver.address().port}/kinora`;
  const make = (body) => call('POST', '/api/webhooks', body);
  const ended = await make({ url, events: ['character'], description: 'The old wiki' });
  const chat = await make({
    url,
    events: ['job', 'output', 'media'],
    description: 'Posts to chat',
  });
  await make({
    url: 'https://a-rather-long-name-of-a-host.example.com/hooks/kinora/with/a/long/path?team=film',
    events: ['project', 'take', 'render'],
    all_owners: true,
    enabled: false,
  });
  await call('POST', `/api/webhooks/${chat.id}/test`);
  status = 503;
  await call('POST', `/api/webhooks/${chat.id}/test`);
  status = 410;
  await call('POST', '/api/characters', { id: 'ida', name: 'Ida', kind: 'human' });
  await call('DELETE', '/api/characters/ida');
  while ((await call('GET', `/api/webhooks/${ended.id}`)).enabled) await sleep(50);
  receiver.close();
  return { webhook: chat.id, webhookOff: ended.id };
}
