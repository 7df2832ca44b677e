import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { testConfig } from '../../../../test/support/test-config';
import { ChatModelUnreachable } from '../chat.errors';
import { ChatModelGateway } from './chat-model.gateway';

it('times out, though garbage is collected while the model is silent', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const chat = { base_url, model: 'silent', timeout_ms: 500 };
  const gateway = new ChatModelGateway(testConfig({ chat }, '/nowhere', {}).service);
  setFlagsFromString('--expose-gc');
  const collecting = setInterval(runInNewContext('gc') as () => void, 50);
  const answer = gateway.complete([], [], new AbortController().signal);
  await expect(answer).rejects.toThrow(ChatModelUnreachable);
  clearInterval(collecting);
  server.closeAllConnections();
  server.close();
});
