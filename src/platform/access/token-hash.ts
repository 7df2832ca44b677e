import { createHash } from 'node:crypto';

/** Random bytes of a token that opens something without a key. */
export const TOKEN_BYTES = 32;

/** The stored form of such a token: SHA-256 in hex. */
export const tokenHash = (token: string): string =>
  createHash('sha256').update(token).digest('hex');
