import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { UserError } from '../errors/user-error';

/**
 * Starts to accept requests. Nest's own `listen` would log a failure itself, less clearly.
 * @returns the bound address and port
 * @throws UserError if that fails
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
    const message = MESSAGES[(error as NodeJS.ErrnoException).code ?? ''];
    throw message === undefined ? error : new UserError(message(host, port), { cause: error });
  }
}

const MESSAGES: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) =>
    `Port ${port} of ${host} is taken. Stop the program that listens there, or set KINORA_PORT or server.port to another (0 picks a free one).`,
  EACCES: (_, port) =>
    `This user may not listen on port ${port}. Set KINORA_PORT or server.port to one above 1023.`,
  EADDRNOTAVAIL: (host) =>
    `This machine has no address ${host}. Set KINORA_HOST or server.host to one that it has.`,
  ENOTFOUND: (host) =>
    `No address is known for ${host}. Set KINORA_HOST or server.host to an address of this machine.`,
};
