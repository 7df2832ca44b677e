import { createHash } from 'node:crypto';

/** Random bytes of a key. */
export const KEY_BYTES = 32;

const PREFIX = 'kin_';
const KEY = /^kin_[A-Za-z0-9_-]{43}$/;

/** The key made of `KEY_BYTES` random bytes in base64url (contract §2). */
export function keyOf(token: string): string {
  return PREFIX + token;
}

/** What is stored of a key, and what it is found by: SHA-256 in hex. `null` for what can't be a key of ours. */
export function hashOf(key: string): string | null {
  return KEY.test(key) ? createHash('sha256').update(key).digest('hex') : null;
}
