import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Ids } from '../clock/clock';

const CIPHER = 'aes-128-ecb';
const ID = /^[0-9a-f]{32}$/;
/** One cipher block is the position and as many random bytes. */
const POSITION_BYTES = 8;

export const KEY_BYTES = 16;

/**
 * Event ids that hide their position in the outbox: all callers share one counter, which would show how active the others
 * are. Each id encrypts the position and random bytes, so two ids of one position differ, and not even inactivity shows.
 */
export class EventIds {
  private readonly cipher;
  private readonly decipher;

  /** @param key {@link KEY_BYTES} bytes in base64url */
  constructor(
    key: string,
    private readonly random: Ids,
  ) {
    const bytes = Buffer.from(key, 'base64url');
    // Without padding, each update() answers its own block, so one cipher object serves all ids.
    this.cipher = createCipheriv(CIPHER, bytes, null).setAutoPadding(false);
    this.decipher = createDecipheriv(CIPHER, bytes, null).setAutoPadding(false);
  }

  /** A new id of a position. */
  encode(position: number): string {
    const bytes = Buffer.alloc(POSITION_BYTES);
    bytes.writeBigUInt64BE(BigInt(position));
    const random = Buffer.from(this.random.token(POSITION_BYTES), 'base64url');
    return this.cipher.update(Buffer.concat([bytes, random])).toString('hex');
  }

  /** The position of an id; `null` for another format; a random number for an id that was made with another key. */
  decode(id: string): number | null {
    if (!ID.test(id)) return null;
    return Number(this.decipher.update(Buffer.from(id, 'hex')).readBigUInt64BE());
  }
}
