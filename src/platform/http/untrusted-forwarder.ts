import { Logger } from '@nestjs/common';
import type { RequestHandler } from 'express';
import type { Clock } from '../clock/clock';
import { plainAddress } from './peer-address';

/** How long nothing more is said: anybody may send the header. Milliseconds. */
const QUIET = 60_000;

/** Tells the log that a neighbour forwards for others whom nobody trusts to: all of them count as one address. */
export function untrustedForwarder(
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
      quietUntil = now + QUIET;
      logger.warn(
        `${plainAddress(remoteAddress)} sends X-Forwarded-For and isn't in server.trusted_proxies: ` +
          'whoever is behind it counts as one address. If it is a proxy of yours, add it there.',
      );
    }
    next();
  };
}
