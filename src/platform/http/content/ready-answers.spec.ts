import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { UNRESTRICTED } from '../../access/caller';
import { ReadyAnswers } from './ready-answers';

describe('ready answers', () => {
  const answers = new ReadyAnswers();
  let server: Server;
  let source: unknown;
  let make: () => string;
  let caller = UNRESTRICTED;
  let routed = 0;
  const makeForAll = jest.fn(() => 'x'.repeat(1024 * 1024));

  beforeAll(async () => {
    const app = express();
    app.use(async (_request, response, next) => {
      if (!(await answers.sendKnown(response, () => Promise.resolve(caller)))) next();
    });
    app.get('/', async (_request, response) => {
      routed += 1;
      const recipe = { caller, type: 'text/plain', sources: () => [source], make: () => make() };
      await answers.send(response, recipe);
    });
    app.get('/for-all', async (_request, response) => {
      const recipe = { caller: null, sources: () => ['same'], make: () => makeForAll() };
      await answers.send(response, recipe);
    });
    await new Promise<void>((listening) => {
      server = app.listen(0, '127.0.0.1', () => listening());
    });
  });
  afterAll(() => server.close());

  const read = async (path = '/'): Promise<string> => {
    const { port } = server.address() as AddressInfo;
    return (await fetch(`http://127.0.0.1:${port}${path}`)).text();
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

  it('are sent without the route to the caller who asked before, and to no other', async () => {
    source = 'for two';
    make = () => `for ${caller.agent?.name ?? 'nobody'}`;
    await read();
    routed = 0;
    expect([await read(), routed]).toEqual(['for nobody', 0]);
    caller = { ...UNRESTRICTED, agent: { id: 'ann', name: 'Ann' } };
    expect([await read(), routed]).toEqual(['for Ann', 1]);
    expect([await read(), routed]).toEqual(['for Ann', 1]);
    make = () => {
      throw new Error('gone');
    };
    source = 'another';
    expect(await read()).toContain('gone');
    expect(routed).toBe(2);
  });

  it('are compressed for clients that ask for it, if they are kept and large', async () => {
    source = 'large';
    make = () => 'large '.repeat(1000);
    const { port } = server.address() as AddressInfo;
    const ask = async (headers: Record<string, string>): Promise<globalThis.Response> =>
      fetch(`http://127.0.0.1:${port}/`, { headers });
    const plain = await ask({ 'Accept-Encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(plain.headers.get('content-length')).toBe('6000');
    const compressed = await ask({ 'Accept-Encoding': 'br, gzip' });
    expect(compressed.headers.get('content-encoding')).toBe('gzip');
    expect(Number(compressed.headers.get('content-length'))).toBeLessThan(100);
    expect(compressed.headers.get('vary')).toContain('Accept-Encoding');
    expect(await compressed.text()).toBe(await plain.text());
    const tags = [plain, compressed].map(({ headers }) => headers.get('etag') ?? '');
    expect(tags[1]).toBe(`W/${tags[0]}`);
    for (const tag of tags) {
      for (const encoding of ['gzip', 'identity']) {
        const again = await ask({ 'If-None-Match': tag, 'Accept-Encoding': encoding });
        expect(again.status).toBe(304);
      }
    }
    const preferred = await ask({ 'Accept-Encoding': 'gzip;q=0.1, identity' });
    expect(preferred.headers.get('content-encoding')).toBeNull();
    source = 'small';
    make = () => 'small';
    expect((await ask({ 'Accept-Encoding': 'gzip' })).headers.get('content-encoding')).toBeNull();
  });

  it('that are the same for all are kept once, so that no query pushes out the answers of others', async () => {
    source = 'mine';
    make = () => 'mine';
    await read();
    make = () => 'pushed out';
    const large = await read('/for-all');
    for (let n = 0; n < 20; n += 1) expect(await read(`/for-all?n=${n}`)).toBe(large);
    expect(await read('/For-All')).toBe(large);
    expect(makeForAll).toHaveBeenCalledTimes(1);
    expect(await read()).toBe('mine');
  });
});
