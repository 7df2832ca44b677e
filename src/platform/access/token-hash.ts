import { createHash } from 'node:crypto';

/** The number of random bytes in a token that gives access without an API key, such as that of an upload address. */
export const TOKEN_BYTES = 32;

/** The stored form of such a token: SHA-256 in hex. */
export const tokenHash = (token: string): string =>
  createHash('sha256').update(token).digest('hex');
