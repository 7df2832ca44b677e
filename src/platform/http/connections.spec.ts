import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { waitUntil } from '../../../test/support/wait-until';
import { closeUnusedConnections, maxConnections } from './connections';

const MAX = 3;

describe('a server with as many connections as it may have', () => {
  let server: Server;
  let tooMany: number;
  const ending = new AbortController();
  const answers: ServerResponse[] = [];
  const clients: Socket[] = [];

  beforeEach(async () => {
    tooMany = 0;
    answers.length = 0;
    clients.length = 0;
    server = createServer((_, response) => void answers.push(response)).listen(0, '127.0.0.1');
    const onTooMany = () => void (tooMany += 1);
    closeUnusedConnections(server, { max: MAX, ending: ending.signal, onTooMany });
    await once(server, 'listening');
  });
  afterEach(async () => {
    for (const client of clients) client.destroy();
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  /** A client, once the server has its connection. */
  const open = async (): Promise<Socket> => {
    const { port } = server.address() as AddressInfo;
    const client = connect(port, '127.0.0.1').on('error', () => undefined);
    clients.push(client.resume());
    await once(server, 'connection');
    return client;
  };
  const request = async (client: Socket): Promise<void> => {
    client.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
    await once(server, 'request');
  };

  it('closes the one that is idle for longest, silent or after an answer', async () => {
    const answered = await open();
    await request(answered);
    const silent = await open();
    answers[0]!.end('done');
    await once(answers[0]!, 'close');
    await open();
    await open();
    await once(silent, 'close');
    await open();
    await once(answered, 'close');
    expect([tooMany, server.listening]).toEqual([2, true]);
  });

  it('closes none with a request in progress, but a new one when all have one', async () => {
    const busy = [await open(), await open(), await open()];
    for (const client of busy) await request(client);
    const refused = await open();
    await once(refused, 'close');
    expect(busy.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
    answers[0]!.end('done');
    await once(answers[0]!, 'close');
    await request(await open());
    expect(answers).toHaveLength(4);
  });
});

describe('a server whose clients accept nothing for a while', () => {
  let server: Server;
  let respond: (response: ServerResponse) => void;

  beforeEach(async () => {
    server = createServer({ keepAliveTimeout: 10_000 }, (_, response) => respond(response));
    server.listen(0, '127.0.0.1');
    const ending = new AbortController().signal;
    closeUnusedConnections(server, { max: MAX, ending, onTooMany: () => undefined, stallMs: 50 });
    await once(server, 'listening');
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const ask = (): Socket => {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
    return client;
  };

  it('closes the connection of an answer that is not read', async () => {
    const ended = new Promise<boolean>((resolve) => {
      respond = (response) => {
        response.once('close', () => resolve(response.writableFinished));
        response.write(Buffer.alloc(50_000_000));
      };
    });
    const client = ask();
    expect(await ended).toBe(false);
    client.destroy();
  });

  it('waits for answers that are not there yet, and leaves the connection open after them', async () => {
    respond = (response) => void server.once('timeout', () => response.end('late'));
    const client = ask();
    expect(String((await once(client, 'data'))[0])).toMatch(/late/);
    client.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
    expect(String((await once(client, 'data'))[0])).toMatch(/late/);
    client.destroy();
  });

  it('goes on with an answer of many small parts', async () => {
    respond = (response) => {
      let left = 3;
      const next = (): void => {
        response.write('beat');
        left -= 1;
        if (left > 0) server.once('timeout', next);
        else response.end('done');
      };
      next();
    };
    const client = ask();
    let text = '';
    client.on('data', (part: Buffer) => (text += String(part)));
    await waitUntil(() => text.includes('done'));
    client.destroy();
  });
});

it('allows connections for half of the files that the process may open', () => {
  // Child processes inherit the limit.
  const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
  const files = limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit);
  const expected = process.platform === 'linux' ? Math.min(Math.floor(files / 2), 10_000) : 5_120;
  expect(maxConnections()).toBe(expected);
});
