import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Logger } from '@nestjs/common';
import express, { type Request, type Response } from 'express';
import { ManualClock } from '../../../test/support/manual-clock';
import { trustedProxies, warnOfUntrustedProxy } from './trusted-proxies';

it('trusts the listed proxies as they are now, and no peer that has disconnected', () => {
  let entries = ['10.0.0.1'];
  const isTrusted = trustedProxies(() => entries);
  expect(['10.0.0.1', '10.0.0.2', undefined].map(isTrusted)).toEqual([true, false, false]);
  entries = ['10.0.0.2'];
  expect(['10.0.0.1', '10.0.0.2', undefined].map(isTrusted)).toEqual([false, true, false]);
});

describe('a proxy that is not trusted', () => {
  let server: Server;
  let trusted: boolean;
  let clock: ManualClock;
  let warnings: jest.SpyInstance;
  beforeEach(async () => {
    trusted = false;
    clock = new ManualClock();
    warnings = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    const app = express();
    app.use(warnOfUntrustedProxy(clock, () => trusted));
    app.use((_, response) => void response.end());
    server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    warnings.mockRestore();
    await new Promise((resolve) => server.close(resolve));
  });

  const send = async (headers: Readonly<Record<string, string>>): Promise<void> => {
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/`, {
      headers: { ...headers, Connection: 'close' },
    });
    expect(answer.status).toBe(200);
  };
  const forwarded = { 'X-Forwarded-For': '192.0.2.1 secret' };

  it('is logged once a minute by address, without its headers', async () => {
    for (let n = 0; n < 3; n += 1) await send(forwarded);
    expect(warnings).toHaveBeenCalledTimes(1);
    const [warning] = warnings.mock.calls[0] as [string];
    expect(warning).toMatch(/^127\.0\.0\.1 sends X-Forwarded-For/);
    expect(warning).not.toContain('secret');
    await clock.advance(60_000);
    await send(forwarded);
    expect(warnings).toHaveBeenCalledTimes(2);
  });

  it('is not logged when it has disconnected', () => {
    const request: unknown = { headers: { 'x-forwarded-for': '192.0.2.1' }, socket: {} };
    const next = jest.fn();
    void warnOfUntrustedProxy(clock, () => false)(request as Request, {} as Response, next);
    expect([next.mock.calls.length, warnings.mock.calls.length]).toEqual([1, 0]);
  });

  it('is not logged when it is trusted or forwards nothing', async () => {
    await send({});
    trusted = true;
    await send(forwarded);
    expect(warnings).not.toHaveBeenCalled();
  });
});
