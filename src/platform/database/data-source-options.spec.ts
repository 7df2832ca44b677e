import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { DataSource } from 'typeorm';
import { readOptions } from './data-source-options';
import { ConnectionFailed } from './database-problems';
import { postgresClient } from './postgres-client';

/** A message of PostgreSQL's protocol: its type, its length and its content. */
const message = (type: string, content: string | Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(4 + content.length);
  return Buffer.concat([Buffer.from(type), length, Buffer.from(content)]);
};
const AUTHENTICATED = message('R', Buffer.alloc(4));
const READY = message('Z', 'I');
const TERMINATED = message('E', 'SFATAL\0C57P01\0Mterminating connection\0\0');

it('fails a statement whose connection ends as soon as it is open, and not the process', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.end(Buffer.concat([AUTHENTICATED, READY, TERMINATED]));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const source = new DataSource(readOptions(`postgres://kinora@127.0.0.1:${port}/kinora`));
  await expect(source.initialize()).rejects.toThrow('connection');
  server.close();
});

describe('a connection that cannot be opened', () => {
  const closed = createServer((socket) => socket.resume());
  let port: number;
  beforeAll(async () => {
    closed.listen(0, '127.0.0.1');
    await once(closed, 'listening');
    ({ port } = closed.address() as AddressInfo);
  });

  it('fails with ConnectionFailed if the host never answers', async () => {
    const client = new (postgresClient(20))({ host: '127.0.0.1', port });
    const error = await new Promise((resolve) => client.connect(resolve));
    expect(error).toBeInstanceOf(ConnectionFailed);
  });

  it('fails with ConnectionFailed if the host refuses it', async () => {
    closed.close();
    await once(closed, 'close');
    const source = new DataSource(readOptions(`postgres://kinora@127.0.0.1:${port}/kinora`));
    await expect(source.initialize()).rejects.toBeInstanceOf(ConnectionFailed);
  });
});
