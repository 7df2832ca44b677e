import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import express from 'express';
import { SystemClock } from '../clock/clock';
import { requestLog } from './request-log';

describe('requestLog', () => {
  afterEach(() => jest.restoreAllMocks());

  it('logs requests with their route, and files that were sent at level debug', async () => {
    const lines: unknown[][] = [];
    for (const level of ['log', 'debug'] as const)
      jest.spyOn(Logger.prototype, level).mockImplementation((...line: unknown[]) => {
        const { method, route, status } = line[0] as Record<string, unknown>;
        lines.push([level, method, route, status]);
      });
    const app = express()
      .use(requestLog(new SystemClock()))
      .get('/api/jobs/:id', (_, response) => void response.send('a job'))
      .use('/assets', (_, response) => void response.send('a file'));
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    for (const path of ['/api/jobs/7?key=secret', '/assets/page.js', '/missing'])
      await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    server.closeAllConnections();
    await once(server.close(), 'close');
    expect(lines).toEqual([
      ['log', 'GET', '/api/jobs/:id', 200],
      ['debug', 'GET', '-', 200],
      ['log', 'GET', '-', 404],
    ]);
  });
});
