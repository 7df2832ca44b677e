import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Ids } from '../clock/clock';

const CIPHER = 'aes-128-ecb';
const KEY_BYTES = 16;
/** One cipher block is the position and as many random bytes. */
const POSITION_BYTES = 8;

/**
 * Event ids `<boot>-<block>` that hide their position in the feed: all callers share one counter, which would show how
 * active the others are. Each id encrypts the position and random bytes with a key of this process, so two ids of one
 * position differ, and not even inactivity shows.
 */
export class EventIds {
  private readonly boot: string;
  private readonly pattern: RegExp;
  private readonly cipher;
  private readonly decipher;

  constructor(private readonly random: Ids) {
    this.boot = random.integer(2 ** 40).toString(36);
    this.pattern = new RegExp(`^${this.boot}-([0-9a-f]{32})$`);
    const key = this.randomBytes(KEY_BYTES);
    // Without padding, each update() answers its own block, so one cipher object serves all ids.
    this.cipher = createCipheriv(CIPHER, key, null).setAutoPadding(false);
    this.decipher = createDecipheriv(CIPHER, key, null).setAutoPadding(false);
  }

  /** A new id of a position. */
  encode(position: number): string {
    const bytes = Buffer.alloc(POSITION_BYTES);
    bytes.writeBigUInt64BE(BigInt(position));
    const block = Buffer.concat([bytes, this.randomBytes(POSITION_BYTES)]);
    return `${this.boot}-${this.cipher.update(block).toString('hex')}`;
  }

  /** The position of an id; `null` for ids of another process or another format; a random number for a forged id. */
  decode(id: string): number | null {
    const block = this.pattern.exec(id)?.[1];
    if (block === undefined) return null;
    return Number(this.decipher.update(Buffer.from(block, 'hex')).readBigUInt64BE());
  }

  private randomBytes(count: number): Buffer {
    return Buffer.from(this.random.token(count), 'base64url');
  }
}
