import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { ReadyAnswers } from './ready-answers';

describe('ready answers', () => {
  const answers = new ReadyAnswers();
  let server: Server;
  let source: unknown;
  let make: () => string;

  beforeAll(async () => {
    const app = express();
    app.get('/', (_request, response) =>
      answers.send(response, { caller: null, type: 'text/plain', sources: () => [source], make }),
    );
    await new Promise<void>((listening) => {
      server = app.listen(0, '127.0.0.1', () => listening());
    });
  });
  afterAll(() => server.close());

  const read = async (): Promise<string> => {
    const { port } = server.address() as AddressInfo;
    return (await fetch(`http://127.0.0.1:${port}/`)).text();
  };

  it('are made again once a source is another one, also for objects that look alike', async () => {
    let made = 0;
    make = () => `made ${(made += 1)}`;
    source = {};
    expect([await read(), await read()]).toEqual(['made 1', 'made 1']);
    source = {};
    expect([await read(), await read()]).toEqual(['made 2', 'made 2']);
  });

  it('are not kept if a source changed while they were made, even if it changes back', async () => {
    source = 'online';
    make = () => `it is ${(source = 'offline')}`;
    expect(await read()).toBe('it is offline');
    source = 'online';
    make = () => `it is ${String(source)}`;
    expect(await read()).toBe('it is online');
  });
});
