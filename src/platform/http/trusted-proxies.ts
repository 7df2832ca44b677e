import { Logger } from '@nestjs/common';
import type { Request, RequestHandler } from 'express';
import type { Clock } from '../clock/clock';
import { addressList, plainAddress } from './peer-address';

/**
 * Express' `trust proxy` setting: decides which proxies' X-Forwarded-For is trusted, by the current
 * `server.trusted_proxies`. X-Forwarded-Host is never trusted. A peer that has disconnected has no address.
 */
export function trustedProxies(
  entries: () => readonly string[],
): (address: string | undefined) => boolean {
  let lastEntries: readonly string[] = [];
  let isListed = addressList(lastEntries);
  return (address) => {
    const current = entries();
    if (current !== lastEntries) isListed = addressList((lastEntries = current));
    return address !== undefined && isListed(address);
  };
}

/** The header by which the proxy that asks sends files itself; `null` when the peer isn't a trusted proxy. */
export function sendfileHeader({ app, socket }: Request): string | null {
  const choose = app.locals['sendfileHeader'] as SendfileHeader | undefined;
  return choose?.(socket.remoteAddress ?? '') ?? null;
}

/** Tells by a peer's address which header it understands. */
export type SendfileHeader = (address: string) => string | null;

/** Minimum time between two warnings, because any client may send the header. Milliseconds. */
const QUIET_MS = 60_000;

/** Warns of a proxy that isn't trusted: all its clients count as one address. */
export function warnOfUntrustedProxy(
  clock: Clock,
  isTrusted: (address: string) => boolean,
): RequestHandler {
  const logger = new Logger('Http');
  let quietUntil = Number.NEGATIVE_INFINITY;
  return ({ headers, socket: { remoteAddress } }, _, next) => {
    const now = clock.monotonic();
    if (
      headers['x-forwarded-for'] !== undefined &&
      remoteAddress !== undefined &&
      now >= quietUntil &&
      !isTrusted(remoteAddress)
    ) {
      quietUntil = now + QUIET_MS;
      logger.warn(
        `${plainAddress(remoteAddress)} sends X-Forwarded-For and isn't in server.trusted_proxies: ` +
          'all its clients count as one address. If it is your proxy, add it there.',
      );
    }
    next();
  };
}
