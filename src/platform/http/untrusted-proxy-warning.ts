import { Logger } from '@nestjs/common';
import type { RequestHandler } from 'express';
import type { Clock } from '../clock/clock';
import { plainAddress } from './peer-address';

/** Minimum time between two warnings, because any client may send the header. Milliseconds. */
const QUIET_MS = 60_000;

/** Warns of a proxy that isn't trusted: all its clients count as one address. */
export function warnOfUntrustedProxy(
  clock: Clock,
  isTrusted: (address: string) => boolean,
): RequestHandler {
  const logger = new Logger('Http');
  let quietUntil = Number.NEGATIVE_INFINITY;
  return ({ headers, socket: { remoteAddress = '' } }, _, next) => {
    const now = clock.monotonic();
    if (
      headers['x-forwarded-for'] !== undefined &&
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
