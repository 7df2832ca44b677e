import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { SimulatedNode } from '../../../test/support/simulated-node';
import { MAX_UPLOAD_SIZE } from './request-body';

const REST = 2 ** 20;

/** Waits until the received text matches. */
async function received(socket: Socket, wanted: RegExp): Promise<string> {
  for (let text = ''; ;) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    text += chunk.toString('latin1');
    if (wanted.test(text)) return text;
  }
}

describe('a body that is too large', () => {
  let node: SimulatedNode;
  let socket: Socket;

  beforeEach(async () => {
    node = await SimulatedNode.start();
    const { hostname, port } = new URL(node.node.url);
    socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    await once(socket, 'connect');
  });

  afterEach(async () => {
    socket.destroy();
    await node.stop();
  });

  it('is refused before its end and then drained, so that the connection stays usable', async () => {
    const length = MAX_UPLOAD_SIZE + REST;
    socket.write(`POST /prompt HTTP/1.1\r\nHost: node\r\nContent-Length: ${length}\r\n\r\n`);
    socket.write(Buffer.alloc(MAX_UPLOAD_SIZE, 'x'));
    expect(await received(socket, /exceeded\.$/)).toMatch(/^HTTP\/1\.1 413 /);
    socket.write(Buffer.alloc(REST, 'x'));
    socket.write('GET /queue HTTP/1.1\r\nHost: node\r\n\r\n');
    expect(await received(socket, /queue_pending/)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('is drained by a node that closes after its answer', async () => {
    const ended = once(socket, 'close');
    socket.write('PUT /nothing HTTP/1.1\r\nHost: node\r\nConnection: close\r\n');
    socket.write(`Content-Length: ${32 * REST}\r\n\r\n`);
    expect(await received(socket, /Method Not Allowed$/)).toMatch(/^HTTP\/1\.1 405 /);
    // A connection that is reset meanwhile is an error here.
    socket.end(Buffer.alloc(32 * REST, 'x'));
    expect(await ended).toEqual([false]);
  });
});
