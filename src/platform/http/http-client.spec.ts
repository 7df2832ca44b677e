import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import { Readable } from 'node:stream';
import { bodyOf, ProtocolChanged, requestTo, responseTo } from './http-client';

const servers: { close(): unknown }[] = [];

async function urlOf(
  server: Pick<Server, 'listen' | 'once' | 'address' | 'close'>,
): Promise<string> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server as Server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const endless = (): Readable =>
  new Readable({
    read() {
      this.push(Buffer.alloc(1024));
    },
  });

const serving = (listener: RequestListener): Promise<string> => urlOf(createServer(listener));

describe('a request to another server', () => {
  afterAll(() => servers.forEach((server) => server.close()));

  it('is answered with status, headers and body', async () => {
    const url = await serving((request, response) => void request.pipe(response.writeHead(201)));
    const response = await responseTo(requestTo(url, { method: 'POST', agent: false }), 'hello');
    expect(response.statusCode).toBe(201);
    expect(String(await bodyOf(response, 5))).toBe('hello');
  });

  it('reads no more than its limit', async () => {
    const url = await serving((_, response) => void endless().pipe(response));
    const request = requestTo(url, { agent: false });
    expect(await bodyOf(await responseTo(request), 5)).toBeNull();
    expect(request.destroyed).toBe(true);
  });

  it('follows no redirect', async () => {
    const url = await serving((_, response) => response.writeHead(302, { Location: '/a' }).end());
    const response = await responseTo(requestTo(url, { agent: false }));
    expect(response.statusCode).toBe(302);
    response.resume();
  });

  it('fails when the server changes its protocol', async () => {
    const url = await urlOf(
      createTcpServer((socket) =>
        socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
      ),
    );
    await expect(responseTo(requestTo(url, { agent: false }))).rejects.toThrow(ProtocolChanged);
  });

  it.each([
    ['the connection is reset', (socket: Socket) => void socket.resetAndDestroy()],
    ['the request is aborted', (_: Socket, request: AbortController) => request.abort()],
  ])('fails in the middle of a body without a length when %s', async (_, end) => {
    const sockets: Socket[] = [];
    const url = await urlOf(
      createTcpServer((socket) => {
        sockets.push(socket.on('error', () => undefined));
        socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhalf');
      }),
    );
    const abort = new AbortController();
    const request = requestTo(url, { agent: false, signal: abort.signal });
    const response = await responseTo(request);
    const [half] = (await once(response, 'data')) as [Buffer];
    expect(half.toString()).toBe('half');
    const rest = bodyOf(response, 100);
    end(sockets[0]!, abort);
    await expect(rest).rejects.toThrow();
  });

  it('is not sent to its end when the answer comes before', async () => {
    const url = await serving((_, response) => response.end('enough'));
    const content = endless();
    const request = requestTo(url, { method: 'POST', agent: false });
    const response = await responseTo(request, content);
    expect(String(await bodyOf(response, 100))).toBe('enough');
    if (!request.destroyed) await once(request, 'close');
    content.destroy();
    expect(request.writableFinished).toBe(false);
  });

  it('fails with the error of its content', async () => {
    const url = await serving((request) => void request.resume());
    const broken = new Readable({ read: () => broken.destroy(new Error('lost')) });
    const request = requestTo(url, { method: 'POST', agent: false });
    await expect(responseTo(request, broken)).rejects.toThrow('lost');
  });
});
