import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import {
  ScriptedNode,
  startRawServer,
  UNREACHABLE_URL,
} from '../../../../test/support/scripted-node';
import { waitUntil } from '../../../../test/support/wait-until';
import type { HostLookupGateway } from './host-lookup.gateway';
import { WebhookHttpGateway, type WebhookRequest } from './webhook-http.gateway';

const [PUBLIC, PRIVATE] = ['127.0.0.1', '127.0.0.2'];

/** A server at one address, which counts connections. */
async function serve(host: string, port: number, listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

const ECDHE_RSA_AES128_GCM_SHA256 = 0xc0_2f;
const DHE_CIPHERS = new Set([0x33, 0x39, 0x67, 0x6b, 0x9e, 0x9f, 0xc0_9e, 0xc0_9f, 0xcc_aa]);
const X25519 = 0x1d;
/** The first one with finite fields. */
const FFDHE2048 = 0x01_00;

/** The numbers of the ciphers and groups in a ClientHello (RFC 8446 §4.1.2). */
function offeredBy(hello: Buffer): { ciphers: number[]; groups: number[] } {
  // Record, handshake, version and random value.
  let at = 5 + 4 + 2 + 32;
  at += 1 + hello.readUInt8(at);
  const ciphers = numbersAt(hello, at);
  at += 2 + hello.readUInt16BE(at);
  at += 1 + hello.readUInt8(at);
  const end = at + 2 + hello.readUInt16BE(at);
  for (at += 2; at < end; at += 4 + hello.readUInt16BE(at + 2))
    if (hello.readUInt16BE(at) === SUPPORTED_GROUPS)
      return { ciphers, groups: numbersAt(hello, at + 4) };
  throw new Error('there are no groups');
}

const SUPPORTED_GROUPS = 10;

/** A list of numbers of two bytes behind its length in bytes. */
const numbersAt = (bytes: Buffer, at: number): number[] =>
  Array.from({ length: bytes.readUInt16BE(at) / 2 }, (_, index) =>
    bytes.readUInt16BE(at + 2 + 2 * index),
  );

describe('WebhookHttpGateway', () => {
  const addressesOf = jest.fn<Promise<readonly string[]>, [string, boolean]>();
  let gateway: WebhookHttpGateway;
  let receiver: ScriptedNode;

  const post = (
    url: string,
    more: Partial<Pick<WebhookRequest, 'owner' | 'fromSystem' | 'timeoutMs' | 'signal'>> = {},
  ) =>
    gateway.post({
      owner: '',
      url,
      headers: { 'webhook-id': 'msg_1' },
      body: '{"type":"job"}',
      fromSystem: false,
      isAdmitted: (address) => address === PUBLIC,
      timeoutMs: 60_000,
      signal: new AbortController().signal,
      ...more,
    });

  beforeEach(async () => {
    addressesOf.mockReset();
    gateway = new WebhookHttpGateway({ addressesOf } as unknown as HostLookupGateway);
    receiver = await ScriptedNode.start((_, response) => response.writeHead(204).end());
  });
  afterEach(() => receiver.stop());

  const port = (): string => new URL(receiver.url).port;

  it('posts the body to the address that was looked up, with the name as Host', async () => {
    addressesOf.mockResolvedValue([PUBLIC]);
    const url = `http://hooks.test:${port()}/path?token=x`;
    expect(await post(url)).toEqual({ httpStatus: 204 });
    expect(receiver.requests).toMatchObject([{ method: 'POST', path: '/path?token=x' }]);
    const [request] = receiver.requests;
    expect(request?.body.toString()).toBe('{"type":"job"}');
    expect(request?.headers).toMatchObject({ host: `hooks.test:${port()}`, 'webhook-id': 'msg_1' });
    expect(addressesOf.mock.calls).toEqual([['hooks.test', false]]);
  });

  it('never connects to a private address, whatever later look-ups of the name answer', async () => {
    const connections: Socket[] = [];
    const hidden = await serve(PRIVATE, Number(port()), (_, response) => response.end());
    hidden.on('connection', (socket) => connections.push(socket));
    const url = `http://hooks.test:${(hidden.address() as AddressInfo).port}/`;
    // The second look-up would be the connection's own if the first one's answer weren't used for it.
    addressesOf.mockResolvedValueOnce([PUBLIC]).mockResolvedValue([PRIVATE]);
    expect(await post(url)).toEqual({ httpStatus: 204 });
    expect(addressesOf).toHaveBeenCalledTimes(1);
    expect(await post(url)).toEqual({ error: 'private_address' });
    addressesOf.mockResolvedValue([PUBLIC, PRIVATE]);
    expect(await post(url)).toEqual({ error: 'private_address' });
    expect(await post(`http://${PRIVATE}:${port()}/`)).toEqual({ error: 'private_address' });
    expect(connections).toEqual([]);
    expect(receiver.requests).toHaveLength(1);
    await new Promise((resolve) => hidden.close(resolve));
  });

  it('looks one name up at a time as the system does, in turns of the owners', async () => {
    const answers = new Map<string, (addresses: readonly string[]) => void>();
    addressesOf.mockImplementation((host) => new Promise((resolve) => answers.set(host, resolve)));
    const send = (owner: string, host: string, timeoutMs = 60_000) =>
      post(`http://${host}:${port()}/`, { owner, fromSystem: true, timeoutMs });
    // A name server that doesn't answer in time, for names of one owner.
    const slow = ['slow-1.test', 'slow-2.test', 'slow-3.test'].map((host) => send('ann', host, 1));
    const other = send('ben', 'hooks.test');
    const asked = (): readonly string[] => [...answers.keys()];
    const end = async (host: string, addresses: readonly string[], next?: string) => {
      answers.get(host)?.(addresses);
      if (next !== undefined) await waitUntil(() => answers.has(next));
    };
    expect(await slow[0]).toEqual({ error: 'timeout' });
    expect(asked()).toEqual(['slow-1.test']);
    expect(await post(receiver.url, { fromSystem: true })).toEqual({ httpStatus: 204 });
    await end('slow-1.test', [], 'slow-2.test');
    expect(await slow[1]).toEqual({ error: 'timeout' });
    await end('slow-2.test', [], 'hooks.test');
    expect(asked()).toEqual(['slow-1.test', 'slow-2.test', 'hooks.test']);
    await end('hooks.test', [PUBLIC], 'slow-3.test');
    expect(await other).toEqual({ httpStatus: 204 });
    expect(await slow[2]).toEqual({ error: 'timeout' });
    await end('slow-3.test', []);
  });

  it('does not wait for a turn once the service stops', async () => {
    addressesOf.mockReturnValue(new Promise(() => undefined));
    const stop = new AbortController();
    const requests = ['a.test', 'b.test'].map((host) =>
      post(`http://${host}/`, { fromSystem: true, signal: stop.signal }),
    );
    stop.abort(new Error('stopped'));
    for (const request of requests) await expect(request).rejects.toThrow('stopped');
  });

  it('does not follow redirects', async () => {
    const elsewhere = await ScriptedNode.start();
    receiver.setScript((_, response) => response.writeHead(307, { Location: elsewhere.url }).end());
    expect(await post(receiver.url)).toEqual({ httpStatus: 307 });
    expect(elsewhere.requests).toEqual([]);
    await elsewhere.stop();
  });

  it('takes the status, and closes the connection without reading an endless answer', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    receiver.setScript((_, response) => {
      closed = once(response, 'close');
      response.writeHead(200);
      const write = (): void => {
        if (response.destroyed) return;
        if (response.write(Buffer.alloc(65_536))) setImmediate(write);
        else response.once('drain', write);
      };
      write();
    });
    expect(await post(receiver.url)).toEqual({ httpStatus: 200 });
    await closed;
  });

  it('gives up when the look-up or the receiver takes too long', async () => {
    receiver.setScript(() => undefined);
    expect(await post(receiver.url, { timeoutMs: 50 })).toEqual({ error: 'timeout' });
    addressesOf.mockReturnValue(new Promise(() => undefined));
    expect(await post('http://hooks.test/', { timeoutMs: 50 })).toEqual({ error: 'timeout' });
  });

  it('reports why there is no answer', async () => {
    addressesOf.mockRejectedValueOnce(new Error('ENOTFOUND')).mockResolvedValueOnce([]);
    for (let n = 0; n < 2; n += 1)
      expect(await post('http://none.test/')).toEqual({ error: 'unknown_host' });
    expect(await post(UNREACHABLE_URL)).toEqual({ error: 'connection_refused' });
    expect(await post(receiver.url.replace('http:', 'https:'))).toEqual({ error: 'not_secure' });
    for (const answer of [
      '220 mail.test ESMTP\r\n',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
      '',
    ]) {
      const raw = await startRawServer((socket) => socket.end(answer));
      expect(await post(raw.url)).toEqual({ error: 'connection_failed' });
      await raw.stop();
    }
  });

  it('waits for the answer behind interim ones, but not behind endlessly many', async () => {
    const interim = 'HTTP/1.1 103 Early Hints\r\n\r\n';
    const hinting = await startRawServer((socket) =>
      socket.end(`${interim}${interim}HTTP/1.1 204 No Content\r\n\r\n`),
    );
    expect(await post(hinting.url)).toEqual({ httpStatus: 204 });
    const endless = await startRawServer((socket) => {
      const write = (): void =>
        void socket.write(interim.repeat(100), (error) => {
          if (!error) write();
        });
      write();
    });
    expect(await post(endless.url)).toEqual({ error: 'connection_failed' });
    await Promise.all([hinting.stop(), endless.stop()]);
  });

  it('offers no key exchange that a receiver could make slow', async () => {
    let hello = Buffer.alloc(0);
    const receiving = await startRawServer((socket) =>
      socket.once('data', (data) => {
        hello = data;
        socket.destroy();
      }),
    );
    await post(receiving.url.replace('http:', 'https:'));
    const offered = offeredBy(hello);
    expect(offered.ciphers).toContain(ECDHE_RSA_AES128_GCM_SHA256);
    expect(offered.ciphers.filter((cipher) => DHE_CIPHERS.has(cipher))).toEqual([]);
    expect(offered.groups).toContain(X25519);
    expect(offered.groups.filter((group) => group >= FFDHE2048)).toEqual([]);
    await receiving.stop();
  });

  it('throws the reason of a signal that breaks it off', async () => {
    const stopping = new AbortController();
    const reason = new Error('stopping');
    receiver.setScript(() => stopping.abort(reason));
    await expect(post(receiver.url, { signal: stopping.signal })).rejects.toBe(reason);
  });
});
