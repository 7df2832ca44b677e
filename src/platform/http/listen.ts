import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { UserError } from '../errors/user-error';

/**
 * Begins to take requests. Not by Nest's own `listen`, which logs what fails before anybody can say it better.
 * @returns the address and port that it got
 * @throws Advice when they can't be had.
 */
export async function listen(
  app: NestExpressApplication,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<AddressInfo> {
  await app.init();
  const server: Server = app.getHttpServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return server.address() as AddressInfo;
  } catch (error) {
    const advice = ADVICE[(error as NodeJS.ErrnoException).code ?? ''];
    throw advice === undefined ? error : new UserError(advice(host, port), { cause: error });
  }
}

const ADVICE: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} of ${host} is taken. End what listens there, or set KINORA_PORT or server.port to another (0 picks a free one).`,
  EACCES: (_, port) =>
    `This user may not listen on port ${port}. Set KINORA_PORT or server.port to one above 1023.`,
  EADDRNOTAVAIL: (host) =>
    `This machine has no address ${host}. Set KINORA_HOST or server.host to one that it has.`,
  ENOTFOUND: (host) =>
    `No address is known for ${host}. Set KINORA_HOST or server.host to an address of this machine.`,
};
