import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ManualClock } from '../../../../test/support/manual-clock';
import { waitUntil } from '../../../../test/support/wait-until';
import { RequestTimeout } from '../../../platform/http/http.errors';
import { IDLE_MS, steadyBody } from './steady-body';

describe('steadyBody', () => {
  const clock = new ManualClock();
  let server: Server;
  let port: number;
  beforeEach(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('gives up a sender that is silent for a minute', async () => {
    const arrived = new Promise<IncomingMessage>((resolve) => server.once('request', resolve));
    const sender = request({ port, method: 'PUT', headers: { 'Content-Length': 3 } });
    sender.on('error', () => undefined);
    sender.write('a');
    const chunks = steadyBody(await arrived, clock)[Symbol.asyncIterator]();
    expect(String((await chunks.next()).value)).toBe('a');
    const second = chunks.next();
    await clock.advance(IDLE_MS - 1);
    sender.write('b');
    expect(String((await second).value)).toBe('b');
    const third = chunks.next();
    const refused = expect(third).rejects.toThrow(RequestTimeout);
    await clock.advance(IDLE_MS);
    await refused;
    sender.destroy();
  });

  it('gives up a sender that sends a byte now and then', async () => {
    const arrived = new Promise<IncomingMessage>((resolve) => server.once('request', resolve));
    const sender = request({ port, method: 'PUT', headers: { 'Content-Length': 9 } });
    sender.on('error', () => undefined);
    sender.write('a');
    const chunks = steadyBody(await arrived, clock)[Symbol.asyncIterator]();
    expect(String((await chunks.next()).value)).toBe('a');
    const second = chunks.next();
    await clock.advance(IDLE_MS / 2);
    sender.write('b');
    expect(String((await second).value)).toBe('b');
    const third = chunks.next();
    const refused = expect(third).rejects.toThrow(RequestTimeout);
    await clock.advance(IDLE_MS / 2 + 1);
    sender.write('c');
    await refused;
    sender.destroy();
  });

  it('waits for a slow reader', async () => {
    const arrived = new Promise<IncomingMessage>((resolve) => server.once('request', resolve));
    const content = Buffer.alloc(1_000_000);
    const sender = request({ port, method: 'PUT' });
    sender.on('error', () => undefined);
    sender.end(content);
    const incoming = await arrived;
    const body = steadyBody(incoming, clock);
    await waitUntil(() => incoming.isPaused());
    await clock.advance(10 * IDLE_MS);
    let received = 0;
    for await (const chunk of body) received += (chunk as Buffer).length;
    expect(received).toBe(content.length);
    expect(clock.sleeping()).toEqual([]);
  });
});
