import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { type Linger, lingerOnClose } from './lingering-close';

const MIB = 1024 ** 2;
/** More than the buffers of both ends take without being read. */
const LENGTH = 32 * MIB;
const HEAD = `POST / HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Length: ${LENGTH}\r\n\r\n`;

describe('an answer that ends its connection before the body has arrived', () => {
  let server: Server;
  let client: Socket;
  let heard: string;
  const ended: string[] = [];

  /** A server that refuses as soon as it sees the headers, and a client that has sent them. */
  async function refused(linger: Partial<Linger>): Promise<void> {
    server = createServer((_, response) => {
      response.writeHead(413, { 'Content-Length': 3 }).end('no!');
    });
    lingerOnClose(server, linger);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = connect({ port: (server.address() as AddressInfo).port, allowHalfOpen: true });
    heard = '';
    ended.length = 0;
    client.setEncoding('latin1').on('data', (text: string) => (heard += text));
    client.on('error', ({ code }: NodeJS.ErrnoException) => ended.push(code ?? 'error'));
    client.write(HEAD);
    // Both the answer and its end are here, and the body is still to come.
    await once(client, 'end');
    expect(heard).toMatch(/^HTTP\/1\.1 413 [^]*Connection: close[^]*no!$/);
  }

  afterEach(async () => {
    client.destroy();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const sent = (bytes: number): Promise<unknown> =>
    new Promise((resolve) => client.write(Buffer.alloc(bytes, 'x'), resolve));

  it('lets the client send all of the body, and closes after its last byte', async () => {
    await refused({});
    await sent(LENGTH - 1);
    client.write('x');
    client.end();
    await once(client, 'close');

    expect(ended).toEqual([]);
  });

  it('closes when the client stops sending', async () => {
    await refused({ ms: 1 });
    await sent(MIB).catch(() => undefined);
    await connectionsGone();
  });

  it('closes when the client sends more than the limit', async () => {
    await refused({ bytes: MIB });
    await sent(LENGTH - 1).catch(() => undefined);
    await connectionsGone();
  });

  it('closes at once when the service ends', async () => {
    const ending = new AbortController();
    await refused({ ending: ending.signal });
    ending.abort();
    await connectionsGone();
  });

  /** Closing a server waits for its connections. */
  async function connectionsGone(): Promise<void> {
    const closed = once(server, 'close');
    server.close();
    await closed;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
});
